import { ActionIcon, Button, Kbd, Text } from "@mantine/core";
import { openSpotlight, Spotlight } from "@mantine/spotlight";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { IconSearch, IconTrophy, IconUser } from "../app/icons.ts";
import type { Environment } from "./environment.ts";
import { PAGE_GROUPS } from "./pages.ts";

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);
const MOST = 8;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds pages, tournaments and gamers from anywhere, with ⌘K or Ctrl K. */
export function SearchButton({ environment }: { environment: Environment }) {
  const [text, setText] = useState("");
  const found = useFound(environment, text.trim());
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
        onClick={openSpotlight}
      >
        Search
      </Button>
      <ActionIcon
        hiddenFrom="md"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Search"
        onClick={openSpotlight}
      >
        <IconSearch size={18} />
      </ActionIcon>
      <Spotlight
        shortcut={["mod + K", "/"]}
        query={text}
        onQueryChange={setText}
        // What was found was found by the server; pages are few.
        filter={(_, actions) => actions}
        actions={found}
        scrollable
        maxHeight={420}
        nothingFound={<Text c="dimmed">Nothing found</Text>}
        searchProps={{
          leftSection: <IconSearch size={18} />,
          placeholder: "A page, a tournament or a gamer",
          "aria-label": "Search",
        }}
      />
    </>
  );
}

/** What matches a text: pages by name, tournaments by name or id, a gamer by handle. */
function useFound({ api, game, mode, id }: Environment, text: string) {
  const navigate = useNavigate();
  const base = `/g/${game.id}/${mode}`;
  const go = (path: string) => () => void navigate({ to: `${base}/${path}` });
  const isIn = (label: string) => label.toLowerCase().includes(text.toLowerCase());
  const tournaments = useQuery({
    queryKey: ["search", id, "tournaments"],
    queryFn: async () => (await api.GET("/tournament")).data?.tournaments ?? [],
    staleTime: 10_000,
    enabled: text !== "",
  });
  const pages = PAGE_GROUPS.flat()
    .filter(({ label }) => isIn(label))
    .map(({ path, label, icon: Icon }) => ({
      id: path,
      label,
      leftSection: <Icon size={18} />,
      onClick: go(path),
    }));
  if (text === "") return pages;
  const named = (tournaments.data ?? [])
    .filter((tournament) => isIn(tournament.name) || tournament.id === text)
    .slice(0, MOST)
    .map((tournament) => ({
      id: tournament.id,
      label: tournament.name,
      description: tournament.status,
      leftSection: <IconTrophy size={18} />,
      onClick: go(`tournaments/${tournament.id}`),
    }));
  const direct = ID.test(text)
    ? { label: `Tournament ${text}`, path: `tournaments/${text}`, icon: <IconTrophy size={18} /> }
    : {
        label: `Gamer “${text}”`,
        path: `gamers/${encodeURIComponent(text)}`,
        icon: <IconUser size={18} />,
      };
  return [
    ...pages,
    ...named,
    { id: "direct", label: direct.label, leftSection: direct.icon, onClick: go(direct.path) },
  ];
}
