import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { gameTime } from "@tms/kit/database/game-time";
import { pendingCount } from "./pending-joins.ts";
import { board, entry } from "./tables.ts";

/**
 * The order of disqualified entries, which is higher than the order of any other entry. The index
 * entry_standings_idx contains the same number.
 */
export const DISQUALIFIED_ORDER = 1_000_000_000;

/** The first and the last order of a part of the standings. Both are inclusive. */
export type OrderRange = readonly [first: number, last: number];

// Separates the orders of placements and eliminations. A game can place 10,000 entries, and exit numbers are
// far below this number.
const MAX_PLACEMENT = 500_000_000;

/** The range of orders of each part of the standings. */
export const ORDERS = {
  in: [0, 0],
  placed: [1, MAX_PLACEMENT],
  eliminated: [MAX_PLACEMENT + 1, DISQUALIFIED_ORDER - 1],
  disqualified: [DISQUALIFIED_ORDER, DISQUALIFIED_ORDER],
} as const satisfies Record<string, OrderRange>;

/** SQL: the order of disqualified entries. */
export const LAST_ORDER = sql.raw(String(DISQUALIFIED_ORDER));

/**
 * SQL as text: the order of an entry in the standings. Entries that are in come first, in the order of their
 * placements by the game. Eliminated entries follow, the latest elimination first, then disqualified entries.
 * A join does not change the order of other entries, so that no entry moves between pages. The index
 * entry_standings_idx has the same expression.
 */
export const standingsOrder = (
  row: string,
): string => `CASE WHEN ${row}.disqualified THEN ${DISQUALIFIED_ORDER}
  ELSE coalesce(${DISQUALIFIED_ORDER} - ${row}.exit_number, ${row}.placement, 0) END`;

/** SQL: {@link standingsOrder} of a row of the table `entry`. */
export const STANDINGS_ORDER = sql<number>`${sql.raw(standingsOrder("entry"))}`;

/** The properties of an entry that determine its order in the standings. */
export interface Outcome extends Pick<
  typeof entry.$inferSelect,
  "exitNumber" | "placement" | "disqualified"
> {}

/** Returns the same value as {@link STANDINGS_ORDER}. */
export function toStandingsOrder({ exitNumber, placement, disqualified }: Outcome): number {
  if (disqualified) return DISQUALIFIED_ORDER;
  return exitNumber === null ? (placement ?? 0) : DISQUALIFIED_ORDER - exitNumber;
}

/**
 * SQL: the number of disqualified entries that are counted as better in the exit number of an entry. When the
 * entry was eliminated, these entries were in, or they were eliminated later. 0 for an entry that was not
 * eliminated. Disqualified entries are the last of the index, and are read once if all rows have the same
 * tournament.
 */
export const disqualifiedAhead = (tournamentId: SQLWrapper): SQL<number> =>
  aheadIn(sql`(SELECT array_agg(exit ORDER BY exit) FROM (
    SELECT ${EXIT} AS exit FROM ${entry} AS gone
    WHERE gone.tournament_id = ${tournamentId} AND ${IS_GONE}) AS gone)`);

/**
 * Returns the SQL of {@link disqualifiedAhead} for entries of several tournaments, which the query
 * `tournamentIds` returns. The expression `ahead` needs the CTE `gone`, which reads the disqualified entries
 * once, and only if a row is eliminated.
 */
export function disqualifiedAheadInEach(tournamentIds: SQL) {
  const gone = new QueryBuilder().$with("gone", {
    tournamentId: sql<string>`tournament_id`.as("tournament_id"),
    exits: sql<number[]>`exits`.as("exits"),
  }).as(sql`SELECT gone.tournament_id, array_agg(${EXIT} ORDER BY ${EXIT}) AS exits
    FROM ${entry} AS gone WHERE gone.tournament_id IN (${tournamentIds}) AND ${IS_GONE}
    GROUP BY gone.tournament_id`);
  // `ahead` uses the CTE twice, so that Postgres evaluates the CTE only once. A CTE that is used once is
  // inlined.
  return {
    gone,
    ahead: aheadIn(sql`(SELECT exits FROM gone WHERE gone.tournament_id = ${entry.tournamentId})`),
  };
}

const EXIT = sql`coalesce(gone.exit_number, ${LAST_ORDER})`;
const IS_GONE = sql`${sql.raw(standingsOrder("gone"))} = ${LAST_ORDER}`;

const aheadIn = (exits: SQL) => sql<number>`CASE WHEN ${entry.exitNumber} IS NULL THEN 0
  ELSE coalesce(cardinality(${exits}) - width_bucket(${entry.exitNumber}, ${exits}), 0) END`;

type Limits = Record<
  "closedAt" | "registrationClosesAt" | "endsAt" | "maxEntries" | "seatsTaken",
  SQLWrapper
>;

/**
 * SQL: whether a gamer can still join; see joining/decide-seats.ts. `row` is the alias of the registration.
 */
export const isOpen = (
  columns: Limits,
  row: string,
): SQL<boolean> => sql<boolean>`(${columns.closedAt} IS NULL
  AND least(${columns.registrationClosesAt}, ${columns.endsAt}) > ${gameTime(row, "statement_timestamp()")}
  AND (${columns.maxEntries} IS NULL OR ${columns.seatsTaken} < ${columns.maxEntries}))`;

/**
 * SQL: whether the rank of an eliminated entry may still change. It changes if gamers join, or, with
 * `noScore: "out"`, if entries that are in end without a score.
 */
export const isProvisional = (
  columns: Limits & Record<"scored" | "frozenAt", SQLWrapper>,
  row: string,
  tournamentId: SQLWrapper,
): SQL<boolean> => sql<boolean>`(${isOpen(columns, row)} OR ${pendingCount(tournamentId)} > 0
  OR (${columns.scored} AND ${columns.frozenAt} IS NULL AND EXISTS (${boardWithoutUnscored(tournamentId)})))`;

/**
 * SQL: the number of entries that rank at or ahead of eliminated entries, plus the disqualified entries. With
 * `noScore: "out"`, entries that are in without a score rank behind eliminated entries.
 */
export const rankableEntries = (
  columns: Record<"seatsTaken" | "disqualified" | "scored", SQLWrapper>,
  tournamentId: SQLWrapper,
): SQL<number> => sql<number>`coalesce(
  CASE WHEN ${columns.scored} THEN ${columns.disqualified} + (${boardWithoutUnscored(tournamentId)}) END,
  ${columns.seatsTaken} - ${pendingCount(tournamentId)})`;

/** SQL: the number of listed entries of a board with `noScore: "out"`. */
const boardWithoutUnscored = (tournamentId: SQLWrapper) => sql`SELECT ${board.listed} FROM ${board}
  WHERE ${board.tournamentId} = ${tournamentId} AND ${board.scoring} ->> 'noScore' = 'out'`;
