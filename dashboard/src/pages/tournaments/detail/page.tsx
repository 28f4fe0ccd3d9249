import { Skeleton, Stack, Tabs } from "@mantine/core";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import type { Tournament } from "../../../api/types.ts";
import { Read } from "../../../components/read.tsx";
import { useTournament } from "../reads.ts";
import { EntriesTab } from "./entries/entries-tab.tsx";
import { TournamentHeader } from "./header.tsx";
import { Overview } from "./overview/overview.tsx";
import { isTab, TABS, type Tab } from "./search.ts";

const FROM = "/signed-in/g/$gameId/$mode/tournaments/$tournamentId/";

const SettlementTab = lazy(async () => ({
  default: (await import("./settlement/settlement-tab.tsx")).SettlementTab,
}));
const MoneyTab = lazy(async () => ({ default: (await import("./money/money-tab.tsx")).MoneyTab }));
const JsonTab = lazy(async () => ({ default: (await import("./json/json-tab.tsx")).JsonTab }));

/** A tournament: its figures as they are now, its entries, its settlement and its money. */
export function TournamentPage() {
  const { tournamentId } = useParams({ from: FROM });
  const query = useTournament(tournamentId);
  return (
    <Read query={query} lines={8}>
      {(tournament) => (
        <>
          <TournamentHeader tournament={tournament} readAt={query.dataUpdatedAt} />
          <Stack gap="lg">
            <Overview tournament={tournament} />
            <Parts tournament={tournament} />
          </Stack>
        </>
      )}
    </Read>
  );
}

function Parts({ tournament }: { tournament: Tournament }) {
  const { tab = "entries" } = useSearch({ from: FROM });
  const navigate = useNavigate();
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(chosen) => {
        if (isTab(chosen)) void navigate({ to: ".", search: { tab: chosen }, resetScroll: false });
      }}
    >
      <Tabs.List mb="md" style={{ flexWrap: "nowrap", overflowX: "auto" }}>
        {Object.entries(TABS).map(([name, label]) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab}>
        <Suspense fallback={<Skeleton height={240} />}>
          <Part tab={tab} tournament={tournament} />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}

function Part({ tab, tournament }: { tab: Tab; tournament: Tournament }) {
  switch (tab) {
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
