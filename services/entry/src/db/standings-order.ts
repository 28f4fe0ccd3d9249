import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { gameTimeText } from "@tms/kit/database/game-time";
import { board, entry, pendingJoin } from "./tables.ts";

/** The highest order, for disqualified entries. The index entry_standings_idx contains the same number. */
export const DISQUALIFIED_ORDER = 1_000_000_000;

/** The first and the last order of a part of the standings. Both are inclusive. */
export type OrderRange = readonly [first: number, last: number];

// Far above all placements, because a game places at most 10,000 entries, and far above all exit numbers.
const MAX_PLACEMENT = 500_000_000;

export const ORDERS = {
  in: [0, 0],
  placed: [1, MAX_PLACEMENT],
  eliminated: [MAX_PLACEMENT + 1, DISQUALIFIED_ORDER - 1],
  disqualified: [DISQUALIFIED_ORDER, DISQUALIFIED_ORDER],
} as const satisfies Record<string, OrderRange>;

export const LAST_ORDER = sql.raw(String(DISQUALIFIED_ORDER));

const orderOf = (row: string) =>
  sql<number>`${sql.raw(`CASE WHEN ${row}.disqualified THEN ${DISQUALIFIED_ORDER}
  ELSE coalesce(${DISQUALIFIED_ORDER} - ${row}.exit_number, ${row}.placement, 0) END`)}`;

/**
 * SQL for the order of an entry in the standings. Entries that are in come first, in the order of their
 * placements by the game. Eliminated entries follow, the latest elimination first, then disqualified entries.
 * A join does not change the order of other entries, so that no entry moves between pages. The index
 * entry_standings_idx has the same expression.
 */
export const STANDINGS_ORDER = orderOf("entry");

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
 * Returns SQL for the number of disqualified entries that were eliminated later than an eliminated entry, or
 * never. The rank of the eliminated entry must not count these entries.
 */
export const disqualifiedAhead = (tournamentId: SQLWrapper) =>
  aheadIn(sql`(SELECT array_agg(exit ORDER BY exit) FROM (
    SELECT ${EXIT} AS exit FROM ${entry} AS gone
    WHERE gone.tournament_id = ${tournamentId} AND ${IS_GONE}) AS gone)`);

/**
 * Returns the SQL of {@link disqualifiedAhead} for entries of several tournaments. `ahead` needs the CTE
 * `gone`, which reads the disqualified entries once, and only if a row is an eliminated entry.
 */
export function disqualifiedAheadInEach(tournamentIds: SQL) {
  const gone = new QueryBuilder().$with("gone", {
    tournamentId: sql<string>`tournament_id`.as("tournament_id"),
    exits: sql<number[]>`exits`.as("exits"),
  }).as(sql`SELECT gone.tournament_id, array_agg(${EXIT} ORDER BY ${EXIT}) AS exits
    FROM ${entry} AS gone WHERE gone.tournament_id IN (${tournamentIds}) AND ${IS_GONE}
    GROUP BY gone.tournament_id`);
  // Postgres evaluates the CTE once, because `ahead` uses it twice. A CTE that is used once is inlined.
  return {
    gone,
    ahead: aheadIn(sql`(SELECT exits FROM gone WHERE gone.tournament_id = ${entry.tournamentId})`),
  };
}

const EXIT = sql`coalesce(gone.exit_number, ${LAST_ORDER})`;
const IS_GONE = sql`${orderOf("gone")} = ${LAST_ORDER}`;

const aheadIn = (exits: SQL) => sql<number>`CASE WHEN ${entry.exitNumber} IS NULL THEN 0
  ELSE coalesce(cardinality(${exits}) - width_bucket(${entry.exitNumber}, ${exits}), 0) END`;

export const pendingCount = (tournamentId: SQLWrapper): SQL<number> =>
  sql<number>`(SELECT count(*)::int FROM ${pendingJoin} WHERE ${pendingJoin.tournamentId} = ${tournamentId})`;

/** Returns SQL for whether a gamer can still join. `row` is the alias of the registration, also below. */
export const isOpen = (row: string) =>
  sql<boolean>`${sql.raw(`(${row}.closed_at IS NULL
  AND least(${row}.registration_closes_at, ${row}.ends_at) > ${gameTimeText(row, "statement_timestamp()")}
  AND (${row}.max_entries IS NULL OR ${row}.seats_taken < ${row}.max_entries))`)}`;

/** Returns SQL for whether a join, or with `noScore: "out"` a score, may change the rank of eliminated entries. */
export const isProvisional = (row: string, tournamentId: SQLWrapper) =>
  sql<boolean>`(${isOpen(row)} OR ${pendingCount(tournamentId)} > 0
  OR (${sql.raw(`${row}.scored AND ${row}.frozen_at IS NULL`)}
    AND EXISTS (${boardWithoutUnscored(tournamentId)})))`;

/**
 * Returns SQL for the number of entries from which `rankOf` computes the rank of an eliminated entry. With
 * `noScore: "out"`, entries that are in without a score rank behind eliminated entries and do not count.
 */
export const rankableEntries = (row: string, tournamentId: SQLWrapper) => sql<number>`coalesce(
  CASE WHEN ${sql.raw(`${row}.scored THEN ${row}.disqualified`)} + (${boardWithoutUnscored(tournamentId)}) END,
  ${sql.raw(`${row}.seats_taken`)} - ${pendingCount(tournamentId)})`;

const boardWithoutUnscored = (tournamentId: SQLWrapper) => sql`SELECT ${board.listed} FROM ${board}
  WHERE ${board.tournamentId} = ${tournamentId} AND ${board.scoring} ->> 'noScore' = 'out'`;
