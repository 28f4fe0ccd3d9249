import { ActionIcon, Button, Kbd, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { IconSearch, IconTrophy, IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { isId } from "../address.ts";
import { read } from "../api/client.ts";
import { pageReader, readPages } from "../api/pages.ts";
import { gamerPage } from "../components/entries.tsx";
import { pathIn, useEnvironment, useRead } from "../environment.ts";
import { PAGE_GROUPS } from "./navigation.tsx";

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function SearchButton() {
  const [text, setText] = useState("");
  const { actions, isSearching } = useFound(text.trim());
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

function useFound(typed: string) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [text] = useDebouncedValue(typed, PAUSE_MS);
  const name = isId(text) ? "" : text;
  const listed = useTournaments(name !== "");
  const isExternal = EXTERNAL_ID.test(text);
  const external = useRead("/tournament", { externalId: text }, { ...FRESH, enabled: isExternal });
  const params = { tournamentId: text.toLowerCase() };
  const byId = useRead("/tournament/{tournamentId}", params, { ...FRESH, enabled: isId(text) });
  const byHandle = useGamers(text);

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
  const called = [external.data?.tournaments ?? [], byId.data?.tournament ?? []].flat();
  const named = (listed.data ?? []).filter((one) => name !== "" && isIn(one.name, name));
  const others = named.filter(({ id }) => !called.some((one) => one.id === id));
  const tournaments = [...called, ...others].slice(0, MAX_RESULTS).map((tournament) => ({
    id: tournament.id,
    label: tournament.name,
    description: `Tournament, ${tournament.status}`,
    leftSection: <IconTrophy size={18} />,
    onClick: go(`tournaments/${tournament.id}`),
  }));
  const found = text === "" ? [] : (byHandle.data ?? []);
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
      typed !== text || [listed, external, byId, byHandle].some(({ isLoading }) => isLoading),
  };
}

export const [store, { open }] = createSpotlight();

/** Selects the first result. Spotlight selects a result only after an arrow key. */
function useFirstSelected(text: string, ids: string[]) {
  const field = useRef<HTMLInputElement>(null);
  const found = ids.join();
  useEffect(() => {
    if (text === "" || found === "") return;
    // Spotlight has no function that selects a result, so this simulates the arrow key.
    store.updateState((state) => ({ ...state, selected: -1 }));
    field.current?.dispatchEvent(
      new KeyboardEvent("keydown", { code: "ArrowDown", bubbles: true }),
    );
  }, [text, found]);
  return field;
}

const FRESH = { staleTime: 10_000 };
const EXTERNAL_ID = /^[!-~]{1,100}$/;
const MAX_CHARACTERS = 64;

function useTournaments(enabled: boolean) {
  const environment = useEnvironment();
  return useQuery({
    queryKey: [environment.id, "search", "tournaments"],
    queryFn: async () => {
      const pages = await readPages(pageReader(environment, "/tournament", {}, 100), 5);
      return pages.flatMap(({ tournaments }) => tournaments);
    },
    ...FRESH,
    enabled,
  });
}

/** Finds gamers by the beginning of the handle, or by id among the first ten thousand. */
function useGamers(text: string) {
  const environment = useEnvironment();
  return useQuery({
    queryKey: [environment.id, "search", "gamers", text],
    queryFn: async () => {
      if (!isId(text)) {
        const params = { handle: text, limit: MAX_RESULTS };
        return (await read(environment, "/gamer", params).queryFn()).gamers;
      }
      const pages = await readPages(pageReader(environment, "/gamer", {}, 1_000), 10);
      return pages.flatMap(({ gamers }) => gamers).filter(({ id }) => id === text.toLowerCase());
    },
    ...FRESH,
    placeholderData: (before) => (isId(text) ? undefined : before),
    enabled: text !== "" && text.length <= MAX_CHARACTERS,
  });
}
