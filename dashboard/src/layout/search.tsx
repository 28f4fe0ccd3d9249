import { ActionIcon, Button, Kbd, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { isId } from "../address.ts";
import { readPage, readPages } from "../api/pages.ts";
import { read, refusedAs } from "../api/read.ts";
import { gamerPage } from "../components/entries.tsx";
import { IconSearch, IconTrophy, IconUser } from "../components/icons.ts";
import { type Environment, pathIn } from "../environment.ts";
import { PAGE_GROUPS } from "./navigation.tsx";

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
const EXTERNAL_ID = /^[!-~]{1,100}$/;

function useFound(environment: Environment, typed: string) {
  const navigate = useNavigate();
  const [text] = useDebouncedValue(typed, PAUSE_MS);
  const hasId = isId(text);
  const name = hasId ? "" : text;
  const byName = useTournaments(environment, name !== "");
  const byExternalId = useTournamentByExternalId(environment, EXTERNAL_ID.test(text) ? text : "");
  const byHandle = useGamersByHandle(environment, name, MAX_RESULTS);
  const byId = useTournamentById(environment, hasId ? text.toLowerCase() : "");
  const gamerById = useGamerById(environment, hasId ? text.toLowerCase() : "");

  const go = (page: string) => () => void navigate({ to: pathIn(environment, page) });
  const isIn = (label: string, part: string) => label.toLowerCase().includes(part.toLowerCase());
  const pages: SpotlightActionData[] = PAGE_GROUPS.flat()
    .filter(({ label }) => isIn(label, typed))
    .map(({ path, label, icon: PageIcon }) => ({
      id: path,
      label,
      leftSection: <PageIcon size={18} />,
      onClick: go(path),
    }));
  const named = hasId
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
  const found = hasId ? [gamerById.data ?? []].flat() : begun;
  const gamers = found.map(({ id, handle, displayName }) => ({
    id,
    label: handle,
    description: displayName === undefined ? "Gamer" : `Gamer, ${displayName}`,
    leftSection: <IconUser size={18} />,
    onClick: go(gamerPage(handle)),
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

const KNOWN_FOR_MS = 10_000;
const TOURNAMENTS = { limit: 100, maxPages: 5 };
const MAX_CHARACTERS = 64;
const GAMERS = { limit: 1_000, maxPages: 10 };

export const useTournaments = (environment: Environment, enabled: boolean) =>
  useQuery({
    queryKey: [environment.id, "search", "tournaments"],
    queryFn: async () => {
      const pages = await readPages(
        (cursor) => readPage(environment, "/tournament", {}, TOURNAMENTS.limit, cursor),
        TOURNAMENTS.maxPages,
      );
      return pages.flatMap(({ tournaments }) => tournaments);
    },
    staleTime: KNOWN_FOR_MS,
    enabled,
  });

/** Finds a tournament by id. The result is null if it does not exist. */
const useTournamentById = (environment: Environment, tournamentId: string) =>
  useQuery({
    queryKey: [environment.id, "search", "tournament", tournamentId],
    queryFn: async () => {
      const query = read(environment, "/tournament/{tournamentId}", { path: { tournamentId } });
      const found = await query.queryFn().catch(refusedAs("tournament_not_found", null));
      return found && found.tournament;
    },
    staleTime: KNOWN_FOR_MS,
    enabled: tournamentId !== "",
  });

/** Finds a tournament by external id. The result is null if it does not exist. */
const useTournamentByExternalId = (environment: Environment, externalId: string) =>
  useQuery({
    ...read(environment, "/tournament", { query: { externalId } }),
    select: ({ tournaments }) => tournaments[0] ?? null,
    staleTime: KNOWN_FOR_MS,
    enabled: externalId !== "",
  });

const useGamersByHandle = (environment: Environment, handle: string, limit: number) =>
  useQuery({
    ...read(environment, "/gamer", { query: { handle, limit } }),
    select: ({ gamers }) => gamers,
    staleTime: KNOWN_FOR_MS,
    placeholderData: keepPreviousData,
    enabled: handle !== "" && handle.length <= MAX_CHARACTERS,
  });

/**
 * Finds a gamer by id among the first ten thousand, because the API finds gamers by handle only.
 */
const useGamerById = (environment: Environment, gamerId: string) =>
  useQuery({
    queryKey: [environment.id, "search", "gamer", gamerId],
    queryFn: async () => {
      const pages = await readPages(
        (cursor) => readPage(environment, "/gamer", {}, GAMERS.limit, cursor),
        GAMERS.maxPages,
      );
      return pages.flatMap(({ gamers }) => gamers).find((gamer) => gamer.id === gamerId) ?? null;
    },
    staleTime: KNOWN_FOR_MS,
    enabled: gamerId !== "",
  });
