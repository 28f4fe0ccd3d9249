import { Alert, Group, Loader, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import type { LeaderboardEntry, Scoring, Tournament } from "../../../api/types.ts";
import { EntryMark, GamerLink } from "../../../components/entries.tsx";
import { SearchField } from "../../../components/forms/search-field.tsx";
import { QueryView } from "../../../components/page/query-view.tsx";
import { type Column, VirtualTable, fitWidth } from "../../../components/tables/virtual-table.tsx";
import { PlainTime } from "../../../components/values/time.tsx";
import { type Environment, useEnvironment } from "../../../environment.ts";
import { isFinal } from "../lifecycle.ts";
import { entriesText } from "../texts.ts";
import { NoScores } from "./empty-tabs.tsx";
import { useAround, useLeaderboard } from "./queries.ts";

interface PartProps {
  tournament: Tournament;
  scoring: Scoring;
}

export function LeaderboardTab({ tournament, gamer }: { tournament: Tournament; gamer: string }) {
  const { scoring, status } = tournament;
  const navigate = useNavigate();
  const board = useLeaderboard(tournament, status !== "pending");
  if (scoring === undefined || status === "pending") return <NoScores tournament={tournament} />;
  return (
    <QueryView query={{ ...board.query, data: board.counts }} lines={8}>
      {({ listed, entries }) =>
        listed === 0 ? (
          <NoScores tournament={tournament} />
        ) : (
          <>
            <Group justify="space-between" mb="sm" gap="sm">
              <SearchField
                aria-label="Find a gamer by handle"
                placeholder="Find a gamer by handle"
                size="xs"
                w={{ base: "100%", xs: 260 }}
                value={gamer}
                onSearch={(handle) =>
                  void navigate({
                    to: ".",
                    search: { tab: "leaderboard", ...(handle !== "" && { gamer: handle }) },
                    replace: true,
                    resetScroll: false,
                  })
                }
              />
              <Group gap="sm">
                <Text size="xs" c="dimmed" role="status">
                  {listed.toLocaleString()} of {entriesText(entries)} listed
                </Text>
                {board.query.isFetchingNextPage && <Loader size={14} aria-label="Loading more" />}
              </Group>
            </Group>
            {gamer === "" ? (
              <Best tournament={tournament} scoring={scoring} />
            ) : (
              <Around tournament={tournament} scoring={scoring} gamer={gamer} />
            )}
          </>
        )
      }
    </QueryView>
  );
}

function Best({ tournament, scoring }: PartProps) {
  const { standings = [], query, isWhole } = useLeaderboard(tournament, true);
  return (
    <Lines
      scoring={scoring}
      rows={standings}
      finished={isFinal(tournament.status)}
      onEnd={() => {
        if (!isWhole && !query.isFetching) void query.fetchNextPage();
      }}
    />
  );
}

function Around({ tournament, scoring, gamer }: PartProps & { gamer: string }) {
  const query = useAround(tournament, gamer);
  const wanted = gamer.normalize("NFC");
  return (
    <QueryView query={query} lines={8}>
      {(found) =>
        typeof found === "string" ? (
          <Alert variant="default">
            {found === "unknown"
              ? `No gamer has the handle “${gamer}”. Handles are case-sensitive.`
              : `The gamer “${gamer}” is not in this tournament.`}
          </Alert>
        ) : (
          <Lines
            scoring={scoring}
            rows={found.standings}
            finished={isFinal(tournament.status)}
            wanted={wanted}
          />
        )
      }
    </QueryView>
  );
}

interface LinesProps {
  scoring: Scoring;
  rows: readonly LeaderboardEntry[];
  finished: boolean;
  wanted?: string;
  onEnd?: () => void;
}

function Lines({ scoring, rows, finished, wanted, onEnd }: LinesProps) {
  const environment = useEnvironment();
  const columns = useMemo(
    () => leaderboardColumns(environment, scoring, rows, finished),
    [environment, scoring, rows, finished],
  );
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

function leaderboardColumns(
  environment: Environment,
  scoring: Scoring,
  rows: readonly LeaderboardEntry[],
  finished: boolean,
): Column<LeaderboardEntry>[] {
  return [
    {
      key: "rank",
      head: "Rank",
      width: fitWidth(rows, ({ rank }) => rank, MIN_PX),
      isNumber: true,
      cell: ({ rank }) => rank?.toLocaleString() ?? "–",
    },
    {
      key: "gamer",
      head: "Gamer",
      width: "minmax(72px, 2fr)",
      cell: ({ gamerHandle, displayName }) => (
        <GamerLink environment={environment} handle={gamerHandle} displayName={displayName} />
      ),
    },
    {
      key: "score",
      head: "Score",
      width: `minmax(${fitWidth(rows, ({ score }) => score, MIN_NAMED_PX)}, 1fr)`,
      isNumber: true,
      cell: ({ score }) => score?.toLocaleString() ?? "–",
    },
    ...scoring.tieBreaks.map((direction, index): Column<LeaderboardEntry> => ({
      key: `tie-break ${index}`,
      head: scoring.tieBreaks.length === 1 ? "Tie-break" : `Tie-break ${index + 1}`,
      width: `minmax(${fitWidth(rows, ({ tieBreaks }) => tieBreaks[index], MIN_NAMED_PX)}, 1fr)`,
      isNumber: true,
      isExtra: true,
      cell: ({ tieBreaks }) => (
        <span title={`${direction === "lower" ? "Lower" : "Higher"} is better`}>
          {tieBreaks[index]?.toLocaleString() ?? "–"}
        </span>
      ),
    })),
    {
      key: "attempts",
      head: "Attempts",
      width: "80px",
      isNumber: true,
      isExtra: true,
      cell: ({ attempts }) => attempts.toLocaleString(),
    },
    {
      key: "reached",
      head: "Reached at",
      width: "minmax(170px, 1fr)",
      isExtra: true,
      cell: ({ reachedAt }) => reachedAt !== null && <PlainTime at={reachedAt} />,
    },
    {
      key: "state",
      head: "State",
      width: "minmax(100px, 1fr)",
      isExtra: true,
      cell: ({ state }) => <EntryMark state={state} finished={finished} />,
    },
  ];
}
