import { Alert, Group } from "@mantine/core";
import { useMemo } from "react";
import type { LeaderboardEntry, Scoring } from "../../../api/schema.d.ts";
import { EntryMark } from "../../../components/entries.tsx";
import { IN_PLACE, SearchField, useFilters } from "../../../components/forms/filters.tsx";
import { ListStatus } from "../../../components/inline.tsx";
import { QueryView } from "../../../components/page.tsx";
import * as column from "../../../components/tables/columns.tsx";
import type { Column } from "../../../components/tables/data-table.tsx";
import { VirtualTable } from "../../../components/tables/virtual-table.tsx";
import { isFinal } from "../lifecycle.ts";
import { useAround, useLeaderboard, useTournament } from "../queries.ts";
import { tabSearch } from "../search.ts";
import { entriesText, tieBreakHead } from "../texts.ts";
import { NoScores } from "./empty-tabs.tsx";

export function LeaderboardTab() {
  const { scoring, status } = useTournament();
  const { search, filter } = useFilters(tabSearch, IN_PLACE);
  const { gamer = "" } = search;
  const board = useLeaderboard();
  if (scoring === undefined || status === "pending") return <NoScores />;
  return (
    <QueryView query={{ ...board.query, data: board.counts }} lines={8}>
      {({ listed, entries }) =>
        listed === 0 ? (
          <NoScores />
        ) : (
          <>
            <Group justify="space-between" mb="sm" gap="sm">
              <SearchField
                aria-label="Find a gamer by handle"
                placeholder="Find a gamer by handle"
                w={{ base: "100%", xs: 260 }}
                {...filter("gamer")}
              />
              <ListStatus isReading={board.query.isFetchingNextPage}>
                {listed.toLocaleString()} of {entriesText(entries)} listed
              </ListStatus>
            </Group>
            {gamer === "" ? (
              <Lines scoring={scoring} rows={board.standings ?? []} onEnd={board.readMore} />
            ) : (
              <Around scoring={scoring} gamer={gamer} />
            )}
          </>
        )
      }
    </QueryView>
  );
}

function Around({ scoring, gamer }: { scoring: Scoring; gamer: string }) {
  const query = useAround(gamer);
  return (
    <QueryView query={query} lines={8}>
      {(found) =>
        typeof found === "string" ? (
          <Alert variant="default">{found}</Alert>
        ) : (
          <Lines scoring={scoring} rows={found.standings} wanted={gamer.normalize("NFC")} />
        )
      }
    </QueryView>
  );
}

interface LinesProps {
  scoring: Scoring;
  rows: readonly LeaderboardEntry[];
  wanted?: string;
  onEnd?: () => void;
}

function Lines({ scoring, rows, wanted, onEnd }: LinesProps) {
  const isOver = isFinal(useTournament().status);
  const columns = useMemo(() => leaderboardColumns(scoring, rows, isOver), [scoring, rows, isOver]);
  return (
    <VirtualTable
      label="Leaderboard"
      columns={columns}
      rows={rows}
      keyOf={({ entry }) => entry}
      isMarked={({ gamerHandle }) => gamerHandle === wanted}
      onEnd={onEnd}
    />
  );
}

// Column tracks are in pixels, because the head has a smaller font than the rows.
const [MIN_PX, MIN_NAMED_PX] = [40, 72];

const rankOf = ({ rank }: LeaderboardEntry) => rank;
const scoreOf = ({ score }: LeaderboardEntry) => score;

const leaderboardColumns = (
  scoring: Scoring,
  rows: readonly LeaderboardEntry[],
  finished: boolean,
): Column<LeaderboardEntry>[] => [
  column.number("Rank", column.fitWidth(rows, rankOf, MIN_PX), rankOf),
  column.gamer("minmax(72px, 2fr)"),
  column.number("Score", `minmax(${column.fitWidth(rows, scoreOf, MIN_NAMED_PX)}, 1fr)`, scoreOf),
  ...scoring.tieBreaks.map((direction, index): Column<LeaderboardEntry> => ({
    head: tieBreakHead(scoring, index),
    width: `minmax(${column.fitWidth(rows, ({ tieBreaks }) => tieBreaks[index], MIN_NAMED_PX)}, 1fr)`,
    isNumber: true,
    from: "sm",
    cell: ({ tieBreaks }) => (
      <span title={`${direction === "lower" ? "Lower" : "Higher"} is better`}>
        {tieBreaks[index]?.toLocaleString() ?? "–"}
      </span>
    ),
  })),
  column.number("Attempts", "80px", ({ attempts }) => attempts, { from: "sm" }),
  column.time("Reached at", ({ reachedAt }) => reachedAt),
  {
    head: "State",
    width: "minmax(100px, 1fr)",
    from: "sm",
    cell: ({ state }) => <EntryMark state={state} finished={finished} />,
  },
];
