import { ActionIcon, Button, Kbd, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { IconSearch, IconTrophy, IconUser } from "../components/icons.ts";
import type { Environment } from "../environment.ts";
import { PAGE_GROUPS } from "./navigation.tsx";
import {
  useGamerById,
  useGamersByHandle,
  useTournamentByExternalId,
  useTournamentById,
  useTournaments,
} from "./search-queries.ts";

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function SearchButton({ environment }: { environment: Environment }) {
  const [text, setText] = useState("");
  const { actions, isSearching } = useFound(environment, text.trim());
  const ids = actions.map(({ id }) => id);
  const field = useFirstSelected(text.trim(), ids);
  return (
    <>
      <Button
        visibleFrom="md"
        variant="default"
        size="xs"
        c="dimmed"
        fw={400}
        leftSection={<IconSearch size={14} />}
        rightSection={<Kbd size="xs">{IS_APPLE ? "⌘ K" : "Ctrl K"}</Kbd>}
        onClick={open}
      >
        Search
      </Button>
      <ActionIcon
        hiddenFrom="md"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Search"
        onClick={open}
      >
        <IconSearch size={18} />
      </ActionIcon>
      <Spotlight
        store={store}
        shortcut={["mod + K", "/"]}
        query={text}
        onQueryChange={setText}
        // The server filters the results.
        filter={(_, all) => all}
        actions={actions}
        scrollable
        maxHeight={420}
        nothingFound={
          <Text c="dimmed">
            {isSearching ? "Searching…" : "No results. Try another name or ID."}
          </Text>
        }
        searchProps={{
          ref: field,
          leftSection: <IconSearch size={18} />,
          placeholder: "Search pages, tournaments and gamers by name or ID",
          "aria-label": "Search",
        }}
      />
    </>
  );
}

const MAX_RESULTS = 6;
const PAUSE_MS = 150;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const EXTERNAL_ID = /^[!-~]{1,100}$/;

function useFound(environment: Environment, typed: string) {
  const navigate = useNavigate();
  const [text] = useDebouncedValue(typed, PAUSE_MS);
  const isId = ID.test(text);
  const name = isId ? "" : text;
  const byName = useTournaments(environment, name !== "");
  const byExternalId = useTournamentByExternalId(environment, EXTERNAL_ID.test(text) ? text : "");
  const byHandle = useGamersByHandle(environment, name, MAX_RESULTS);
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
  const tournaments = [...called, ...others].slice(0, MAX_RESULTS).map((tournament) => ({
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

export const [store, { open }] = createSpotlight();

/**
 * Selects the first result, so that Enter opens it. Spotlight selects a result only after a key,
 * when the server has not responded yet.
 */
function useFirstSelected(text: string, ids: string[]) {
  const field = useRef<HTMLInputElement>(null);
  const found = ids.join();
  useEffect(() => {
    if (text === "" || found === "") return;
    // Spotlight has no function to select, only the key for the next result.
    store.updateState((state) => ({ ...state, selected: -1 }));
    field.current?.dispatchEvent(
      new KeyboardEvent("keydown", { code: "ArrowDown", bubbles: true }),
    );
  }, [text, found]);
  return field;
}
