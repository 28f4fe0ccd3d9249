import { Badge, Group, Skeleton, Stack, Tabs } from "@mantine/core";
import {
  lazyRouteComponent as lazy,
  useNavigate,
  useParams,
  useSearch,
} from "@tanstack/react-router";
import { type ComponentType, type RefObject, Suspense, useEffect, useRef } from "react";
import { CopyableId, JsonBlock } from "../../../components/details.tsx";
import { LiveMark, PageHeader, QueryView } from "../../../components/page.tsx";
import { isUnchanging } from "../lifecycle.ts";
import { TournamentContext, useAnnouncedTournament, useHeld, useTournament } from "../queries.ts";
import { isTab, listTabs, type Tab, TABS } from "../search.ts";
import { StatusBadge } from "../status-badge.tsx";
import { Actions } from "./actions.tsx";
import { EntriesTab } from "./entries-tab.tsx";
import { Overview } from "./overview.tsx";

const FROM = "/signed-in/g/$gameId/$mode/tournaments/$tournamentId";

const LeaderboardTab = lazy(() => import("./leaderboard-tab.tsx"), "LeaderboardTab");
const ScoresTab = lazy(() => import("./scores-tab.tsx"), "ScoresTab");
const SettlementTab = lazy(() => import("./settlement-tab.tsx"), "SettlementTab");
const MoneyTab = lazy(() => import("./money-tab.tsx"), "MoneyTab");

export default function TournamentPage() {
  const { tournamentId } = useParams({ from: FROM });
  const query = useAnnouncedTournament(tournamentId);
  return (
    <QueryView query={query} lines={8}>
      {(tournament) => (
        <TournamentContext value={tournament}>
          <TournamentHeader />
          <Stack gap="lg">
            <Overview />
            <Parts />
          </Stack>
        </TournamentContext>
      )}
    </QueryView>
  );
}

function Parts() {
  const { tab: named } = useSearch({ from: FROM });
  const tabs = listTabs(useTournament());
  const tab = tabs.find((each) => each === named) ?? tabs[0] ?? "entries";
  const navigate = useNavigate();
  const held = useHeld();
  const list = useChosenInView(tab);
  const Part = PARTS[tab];
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(chosen) => {
        if (isTab(chosen)) void navigate({ to: ".", search: { tab: chosen }, resetScroll: false });
      }}
    >
      <Tabs.List ref={list} mb="md" style={{ flexWrap: "nowrap", overflowX: "auto" }}>
        {tabs.map((name) => (
          <Tabs.Tab
            key={name}
            value={name}
            rightSection={
              name === "scores" &&
              held !== undefined && (
                <Badge size="sm" color="yellow" miw="max-content">
                  {held} held
                </Badge>
              )
            }
          >
            {TABS[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab}>
        <Suspense fallback={<Skeleton height={240} />}>
          <Part />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}

const PARTS: Readonly<Record<Tab, ComponentType>> = {
  leaderboard: LeaderboardTab,
  scores: ScoresTab,
  entries: EntriesTab,
  settlement: SettlementTab,
  money: MoneyTab,
  json: () => <JsonBlock json={useTournament()} label="Tournament" />,
};

function TournamentHeader() {
  const tournament = useTournament();
  const { id, name, description } = tournament;
  return (
    <PageHeader
      title={name}
      above={{ label: "Tournaments", page: "tournaments" }}
      mark={
        <Group gap="sm">
          <StatusBadge tournament={tournament} />
          {!isUnchanging(tournament) && <LiveMark />}
        </Group>
      }
      description={
        <>
          {description && <div style={{ whiteSpace: "pre-wrap" }}>{description}</div>}
          <CopyableId id={id} label="Copy tournament ID" />
        </>
      }
      actions={<Actions />}
    />
  );
}

function useChosenInView(chosen: string): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = list.current?.querySelector("[aria-selected=true]");
    if (!list.current || !tab) return;
    const [box, at] = [list.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    if (at.left < box.left) list.current.scrollLeft -= box.left - at.left;
    else if (at.right > box.right) list.current.scrollLeft += at.right - box.right;
  }, [chosen]);
  return list;
}
