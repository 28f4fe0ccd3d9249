import type { LeaderboardEntry, Scoring } from "../../../../api/types.ts";
import { GamerLink } from "../../../../components/entries/gamer-link.tsx";
import { PlainTime } from "../../../../components/values/time.tsx";
import type { Column } from "../../../../components/tables/virtual-table.tsx";
import type { Environment } from "../../../../environment.ts";
import { EntryMark } from "../../../../components/entries/entry-mark.tsx";
import { widthOf } from "../number-width.ts";

// The head is smaller than the rows: its tracks are in pixels.
const [LEAST_PX, LEAST_NAMED_PX] = [40, 72];

/** The columns of a leaderboard, wide enough for its rows; tie-breaks where the scoring has them. */
export function leaderboardColumns(
  environment: Environment,
  scoring: Scoring,
  rows: readonly LeaderboardEntry[],
  finished: boolean,
): Column<LeaderboardEntry>[] {
  return [
    {
      key: "rank",
      head: "Rank",
      width: widthOf(rows, ({ rank }) => rank, LEAST_PX),
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
      width: `minmax(${widthOf(rows, ({ score }) => score, LEAST_NAMED_PX)}, 1fr)`,
      isNumber: true,
      cell: ({ score }) => score?.toLocaleString() ?? "–",
    },
    ...scoring.tieBreaks.map((direction, index): Column<LeaderboardEntry> => ({
      key: `tie-break ${index}`,
      head: scoring.tieBreaks.length === 1 ? "Tie-break" : `Tie-break ${index + 1}`,
      width: `minmax(${widthOf(rows, ({ tieBreaks }) => tieBreaks[index], LEAST_NAMED_PX)}, 1fr)`,
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
