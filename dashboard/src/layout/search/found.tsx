import { useDebouncedValue } from "@mantine/hooks";
import type { SpotlightActionData } from "@mantine/spotlight";
import { useNavigate } from "@tanstack/react-router";
import { IconTrophy, IconUser } from "../../components/icons.ts";
import type { Environment } from "../../environment.ts";
import { PAGE_GROUPS } from "../pages.ts";
import {
  useGamerById,
  useGamersByHandle,
  useTournamentByExternalId,
  useTournamentById,
  useTournaments,
} from "./reads.ts";

const MOST = 6;
// As long as people pause between words.
const PAUSE_MS = 150;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const EXTERNAL_ID = /^[!-~]{1,100}$/;

/**
 * What matches a text: pages by name, tournaments by name, id or external id, gamers by handle or id.
 */
export function useFound(environment: Environment, typed: string) {
  const navigate = useNavigate();
  const [text] = useDebouncedValue(typed, PAUSE_MS);
  const isId = ID.test(text);
  const name = isId ? "" : text;
  const byName = useTournaments(environment, name !== "");
  const byExternalId = useTournamentByExternalId(environment, EXTERNAL_ID.test(text) ? text : "");
  const byHandle = useGamersByHandle(environment, name, MOST);
  const byId = useTournamentById(environment, isId ? text.toLowerCase() : "");
  const gamerById = useGamerById(environment, isId ? text.toLowerCase() : "");

  const base = `/g/${environment.game.id}/${environment.mode}`;
  const go = (path: string) => () => void navigate({ to: `${base}/${path}` });
  const isIn = (label: string, part: string) => label.toLowerCase().includes(part.toLowerCase());
  const pages: SpotlightActionData[] = PAGE_GROUPS.flat()
    .filter(({ label }) => isIn(label, typed))
    .map(({ path, label, icon: Icon }) => ({
      id: path,
      label,
      leftSection: <Icon size={18} />,
      onClick: go(path),
    }));
  const named = isId
    ? [byId.data ?? []].flat()
    : (byName.data ?? []).filter((tournament) => name !== "" && isIn(tournament.name, name));
  const called = [byExternalId.data ?? []].flat();
  const others = named.filter(({ id }) => !called.some((one) => one.id === id));
  const tournaments = [...called, ...others].slice(0, MOST).map((tournament) => ({
    id: tournament.id,
    label: tournament.name,
    description: `Tournament, ${tournament.status}`,
    leftSection: <IconTrophy size={18} />,
    onClick: go(`tournaments/${tournament.id}`),
  }));
  const begun = name === "" ? [] : (byHandle.data ?? []);
  const found = isId ? [gamerById.data ?? []].flat() : begun;
  const gamers = found.map(({ id, handle, displayName }) => ({
    id,
    label: handle,
    description: displayName === undefined ? "Gamer" : `Gamer, ${displayName}`,
    leftSection: <IconUser size={18} />,
    onClick: go(`gamers/${encodeURIComponent(handle)}`),
  }));
  return {
    actions: [...pages, ...tournaments, ...gamers],
    isSearching:
      typed !== text ||
      [byName, byHandle, byId, byExternalId, gamerById].some(({ isLoading }) => isLoading),
  };
}
