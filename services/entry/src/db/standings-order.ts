import { gameTime } from "@tms/kit/database/game-time";
import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { pendingCountOf } from "./pending-joins.ts";
import { board, entry } from "./tables.ts";

/** Where the disqualified stand: far more than any placement or exit number. The index has it, too. */
export const DISQUALIFIED_ORDER = 1_000_000_000;

/** SQL: where all of the disqualified stand; see {@link STANDINGS_ORDER}. */
export const LAST_ORDER = sql.raw(String(DISQUALIFIED_ORDER));

/**
 * SQL, as text: where an entry stands, the lower the better; `row` is the name that it has in the query.
 * Those still in are first, as their game placed them; then come the eliminated, the last one out first,
 * then the disqualified. A later join moves none of them, so a page of the standings goes on where the
 * one before ended. The index of the standings is on the same expression.
 */
export const standingsOrderOfRow = (
  row: string,
): string => `CASE WHEN ${row}.disqualified THEN ${DISQUALIFIED_ORDER}
  ELSE coalesce(${DISQUALIFIED_ORDER} - ${row}.exit_number, ${row}.placement, 0) END`;

/** SQL: where an entry stands; see {@link standingsOrderOfRow}. */
export const STANDINGS_ORDER = sql<number>`${sql.raw(standingsOrderOfRow("entry"))}`;

/** Where an entry stands, as {@link STANDINGS_ORDER} computes it. */
export function standingsOrderOf({
  exitNumber,
  placement,
  disqualified,
}: Pick<typeof entry.$inferSelect, "exitNumber" | "placement" | "disqualified">): number {
  if (disqualified) return DISQUALIFIED_ORDER;
  return exitNumber === null ? (placement ?? 0) : DISQUALIFIED_ORDER - exitNumber;
}

/**
 * SQL: how many disqualified entries of a tournament, whose id is given as SQL, were in when an
 * eliminated one went out, or went out later: they are not ahead of it, though its exit number takes
 * them for that. 0 for an entry that is in. The disqualified are the last of the index of the
 * standings; they are read once if the id is the same for all rows.
 */
export const disqualifiedAhead = (tournamentId: SQLWrapper): SQL<number> =>
  aheadIn(sql`(SELECT array_agg(exit ORDER BY exit) FROM (
    SELECT ${EXIT} AS exit FROM ${entry} AS gone
    WHERE gone.tournament_id = ${tournamentId} AND ${IS_GONE}) AS gone)`);

/**
 * SQL: as {@link disqualifiedAhead}, for entries of any tournaments; those of `tournamentIds`, a query.
 * The disqualified are read once for all rows, and only if one of these is out.
 */
export function disqualifiedAheadInEach(tournamentIds: SQL) {
  const gone = new QueryBuilder().$with("gone", {
    tournamentId: sql<string>`tournament_id`.as("tournament_id"),
    exits: sql<number[]>`exits`.as("exits"),
  }).as(sql`SELECT gone.tournament_id, array_agg(${EXIT} ORDER BY ${EXIT}) AS exits
    FROM ${entry} AS gone WHERE gone.tournament_id IN (${tournamentIds}) AND ${IS_GONE}
    GROUP BY gone.tournament_id`);
  // Postgres reads what is named twice once: what is named once becomes part of the query around it.
  return {
    gone,
    ahead: aheadIn(sql`(SELECT exits FROM gone WHERE gone.tournament_id = ${entry.tournamentId})`),
  };
}

const EXIT = sql`coalesce(gone.exit_number, ${LAST_ORDER})`;
const IS_GONE = sql`${sql.raw(standingsOrderOfRow("gone"))} = ${LAST_ORDER}`;

const aheadIn = (exits: SQL) => sql<number>`CASE WHEN ${entry.exitNumber} IS NULL THEN 0
  ELSE coalesce(cardinality(${exits}) - width_bucket(${entry.exitNumber}, ${exits}), 0) END`;

type Limits = Record<
  "closedAt" | "registrationClosesAt" | "endsAt" | "maxEntries" | "seatsTaken",
  SQLWrapper
>;

/**
 * SQL: whether a gamer can still join, as joining/decide-seats.ts decides it. `row` is the name that the
 * registration has in the query.
 */
export const isOpen = (
  of: Limits,
  row: string,
): SQL<boolean> => sql<boolean>`(${of.closedAt} IS NULL
  AND least(${of.registrationClosesAt}, ${of.endsAt}) > ${gameTime(row, "statement_timestamp()")}
  AND (${of.maxEntries} IS NULL OR ${of.seatsTaken} < ${of.maxEntries}))`;

/**
 * SQL: whether the rank of one who is out may still change: more gamers may join, or, where a gamer
 * without a score is ranked behind everybody, those who are in may end without one.
 */
export const isProvisional = (
  of: Limits & Record<"scored" | "frozenAt", SQLWrapper>,
  row: string,
  tournamentId: SQLWrapper,
): SQL<boolean> => sql<boolean>`(${isOpen(of, row)} OR ${pendingCountOf(tournamentId)} > 0
  OR (${of.scored} AND ${of.frozenAt} IS NULL AND EXISTS (${boardWithoutUnscored(tournamentId)})))`;

/**
 * SQL: how many entries of a tournament are ranked, the disqualified counted too. Where a gamer without
 * a score is ranked behind everybody, those who are in without one do not count: they rank behind
 * whoever is out.
 */
export const rankableEntries = (
  of: Record<"seatsTaken" | "disqualified" | "scored", SQLWrapper>,
  tournamentId: SQLWrapper,
): SQL<number> => sql<number>`coalesce(
  CASE WHEN ${of.scored} THEN ${of.disqualified} + (${boardWithoutUnscored(tournamentId)}) END,
  ${of.seatsTaken} - ${pendingCountOf(tournamentId)})`;

/** SQL: how many entries a board lists that ranks a gamer without a score behind everybody. */
const boardWithoutUnscored = (tournamentId: SQLWrapper) => sql`SELECT ${board.listed} FROM ${board}
  WHERE ${board.tournamentId} = ${tournamentId} AND ${board.scoring} ->> 'noScore' = 'out'`;
