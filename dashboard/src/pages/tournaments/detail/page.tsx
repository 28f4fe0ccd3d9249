import { Badge, Skeleton, Stack, Tabs } from "@mantine/core";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import type { Tournament } from "../../../api/types.ts";
import { QueryView } from "../../../components/page/query-view.tsx";
import { useAnnouncedTournament } from "../announced.ts";
import { useChosenInView } from "./chosen-in-view.ts";
import { EntriesTab } from "./entries/entries-tab.tsx";
import { TournamentHeader } from "./header.tsx";
import { Overview } from "./overview/overview.tsx";
import { useHeld } from "./scores/reads.ts";
import { isTab, TABS, tabsOf, type ScoreFilters, type Tab } from "./search.ts";

const FROM = "/signed-in/g/$gameId/$mode/tournaments/$tournamentId/";

const LeaderboardTab = lazy(async () => ({
  default: (await import("./leaderboard/leaderboard-tab.tsx")).LeaderboardTab,
}));
const ScoresTab = lazy(async () => ({
  default: (await import("./scores/scores-tab.tsx")).ScoresTab,
}));
const SettlementTab = lazy(async () => ({
  default: (await import("./settlement/settlement-tab.tsx")).SettlementTab,
}));
const MoneyTab = lazy(async () => ({ default: (await import("./money/money-tab.tsx")).MoneyTab }));
const JsonTab = lazy(async () => ({ default: (await import("./json/json-tab.tsx")).JsonTab }));

/** A tournament: its figures as they are now, its entries, its settlement and its money. */
export function TournamentPage() {
  const { tournamentId } = useParams({ from: FROM });
  const query = useAnnouncedTournament(tournamentId);
  return (
    <QueryView query={query} lines={8}>
      {(tournament) => (
        <>
          <TournamentHeader tournament={tournament} />
          <Stack gap="lg">
            <Overview tournament={tournament} />
            <Parts tournament={tournament} />
          </Stack>
        </>
      )}
    </QueryView>
  );
}

function Parts({ tournament }: { tournament: Tournament }) {
  const { tab: named, ...filters } = useSearch({ from: FROM });
  const tabs = tabsOf(tournament);
  const tab = tabs.find((each) => each === named) ?? tabs[0] ?? "entries";
  const navigate = useNavigate();
  const held = useHeld(tournament);
  const list = useChosenInView(tab);
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
          <Part tab={tab} tournament={tournament} filters={filters} />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}

interface PartProps {
  tab: Tab;
  tournament: Tournament;
  filters: ScoreFilters;
}

function Part({ tab, tournament, filters }: PartProps) {
  switch (tab) {
    case "leaderboard":
      return <LeaderboardTab tournament={tournament} gamer={filters.gamer ?? ""} />;
    case "scores":
      return <ScoresTab tournament={tournament} filters={filters} />;
    case "entries":
      return <EntriesTab tournament={tournament} />;
    case "settlement":
      return <SettlementTab tournament={tournament} />;
    case "money":
      return <MoneyTab tournament={tournament} />;
    case "json":
      return <JsonTab tournament={tournament} />;
    default:
      return tab satisfies never;
  }
}
