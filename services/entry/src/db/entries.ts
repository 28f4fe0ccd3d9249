import type { Queryable, Tx } from "@tms/kit/database/handle";
import { arrayLiteral } from "@tms/kit/database/array-literal";
import type { Payer } from "@tms/proto/tms/game/v1/game";

/** An entry as stored, with what its gamer and registration add. */
export interface EntryRow {
  id: string;
  tournament_id: string;
  gamer_id: string;
  request_id: string;
  joined_at: Date;
  eliminated_at: Date | null;
  /** How many were out once it was: those eliminated together share it, later ones have a greater. */
  round: number | null;
  /** Where its game placed it, if it was in to the end and the game placed any. */
  rank: number | null;
  created_at: Date;
  updated_at: Date;
  handle: string;
  game_id: string;
  fee_minor: bigint;
  currency: string;
  payer: Payer;
  /** Its seat is taken, its fee not decided. */
  pending: boolean;
  /** When the ranking of its registration became final; absent for an entry just made. */
  frozen_at?: Date | null;
  /** How many entries its tournament has by now; of one that is out, nobody else needs it. */
  entries?: number | null;
  /** Whether there may still be more of them; the same. */
  growing?: boolean | null;
}

const PENDING = `EXISTS (
  SELECT FROM pending_join
  WHERE pending_join.tournament_id = entry.tournament_id AND pending_join.entry_id = entry.id)`;

/** SQL: an entry whose fee is paid, or that has none. */
export const CONFIRMED = `NOT ${PENDING}`;

// Far more than any rank or round, and the index of the standings knows it.
const OUT = 1_000_000_000;

/**
 * SQL: where an entry stands, the lower the better. Those still in are first, as far as their game
 * placed them by their place; then come the eliminated, the last one out first. A later join moves
 * none of them, so a page of the standings goes on where the one before ended.
 */
export const STANDING = `coalesce(${OUT} - entry.round, entry.rank, 0)`;

/** The same of an entry that was read. */
export const standingOf = ({ round, rank }: Pick<EntryRow, "round" | "rank">): number =>
  round === null ? (rank ?? 0) : OUT - round;

/** SQL: how many joins of a tournament, the SQL of whose id is given, are under way. */
export const joinsUnderWay = (tournament: string) =>
  `SELECT count(*)::int FROM pending_join WHERE pending_join.tournament_id = ${tournament}`;

/** SQL: whether a gamer can still join, as src/joining/decide-seats.ts decides it. */
export const OPEN = `(registration.closed_at IS NULL
  AND least(registration.registration_closes_at, registration.ends_at) > statement_timestamp()
  AND (registration.max_entries IS NULL OR registration.seats_taken < registration.max_entries))`;

/**
 * SQL: all entries with what their gamers and registrations add, to be narrowed down. LIMIT 1 keeps the planner from joining
 * whole tables: plans are made once, at times when a table is still empty, and must stay right
 * when it has millions of rows. What only the eliminated need is read for them alone, and once if
 * `tournament`, the SQL of its id, is the same for all.
 */
const entriesOf = (tournament: string) => `
  SELECT entry.id, entry.tournament_id, entry.gamer_id, entry.request_id, entry.joined_at,
    entry.eliminated_at, entry.round, entry.rank, entry.created_at, entry.updated_at, gamer.handle,
    registration.game_id, registration.fee_minor, registration.currency, registration.payer,
    registration.frozen_at, ${PENDING} AS pending,
    CASE WHEN entry.round IS NOT NULL
      THEN registration.seats_taken - (${joinsUnderWay(tournament)}) END AS entries,
    CASE WHEN entry.round IS NOT NULL
      THEN ${OPEN} OR (${joinsUnderWay(tournament)}) > 0 END AS growing
  FROM entry
  CROSS JOIN LATERAL (SELECT handle FROM gamer WHERE id = entry.gamer_id LIMIT 1) AS gamer
  CROSS JOIN LATERAL (
    SELECT game_id, fee_minor, currency, payer, frozen_at, closed_at, registration_closes_at,
      ends_at, max_entries, seats_taken
    FROM registration WHERE tournament_id = entry.tournament_id LIMIT 1) AS registration`;

const ENTRY = entriesOf("entry.tournament_id");

/** SQL: the confirmed entries of the tournament $1, to be narrowed down further. */
export const CONFIRMED_ENTRY = `${entriesOf("$1")}
  WHERE entry.tournament_id = $1 AND ${CONFIRMED}`;

/** Entries by the requests that made them. */
export async function findByRequest(tx: Tx, requestIds: readonly string[]): Promise<EntryRow[]> {
  const { rows } = await tx.$client.query<EntryRow>({
    name: "find-by-request",
    text: `${ENTRY} WHERE entry.request_id = ANY($1::uuid[])`,
    values: [arrayLiteral(requestIds)],
  });
  return rows;
}

/** An entry to record; its gamer must be on record. */
export type NewEntry = Pick<EntryRow, "id" | "tournament_id" | "gamer_id" | "request_id">;

/** Records entries, all of which joined at one moment. */
export async function insertEntries(
  tx: Tx,
  entries: readonly NewEntry[],
  joinedAt: Date,
): Promise<void> {
  await tx.$client.query({
    name: "insert-entries",
    text: `INSERT INTO entry
        (id, tournament_id, gamer_id, request_id, joined_at, created_at, updated_at)
      SELECT *, $5, $5, $5 FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[])`,
    values: [
      arrayLiteral(entries.map((e) => e.id)),
      arrayLiteral(entries.map((e) => e.tournament_id)),
      arrayLiteral(entries.map((e) => e.gamer_id)),
      arrayLiteral(entries.map((e) => e.request_id)),
      joinedAt,
    ],
  });
}

/** Reads entries by id. */
export async function findEntries(db: Queryable, ids: readonly string[]): Promise<EntryRow[]> {
  const { rows } = await db.$client.query<EntryRow>({
    name: "find-entries",
    text: `${ENTRY} WHERE entry.id = ANY($1::uuid[])`,
    values: [ids],
  });
  return rows;
}

/** Confirmed entries of these gamers in one tournament. */
export async function findConfirmed(
  db: Queryable,
  tournamentId: string,
  gamerIds: readonly string[],
): Promise<EntryRow[]> {
  const { rows } = await db.$client.query<EntryRow>(
    `${CONFIRMED_ENTRY} AND entry.gamer_id = ANY($2::uuid[])`,
    [tournamentId, gamerIds],
  );
  return rows;
}
