import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { gameTime } from "@tms/kit/database/game-time";
import { pendingCountOf } from "./pending-joins.ts";
import { board } from "./scoring/tables.ts";

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
