import type { Queryable, Tx } from "@tms/kit/database";
import type { Payer } from "@tms/proto/tms/game/v1/game";

/** The states of an entry; see the migration. */
export const PENDING = 1;
export const CONFIRMED = 2;
export const REFUSED = 3;

/** An entry as stored, with what its gamer and book add. */
export interface EntryRow {
  id: string;
  tournament_id: string;
  gamer_id: string;
  request_id: string;
  state: number;
  refusal_reason: string | null;
  refusal_message: string | null;
  joined_at: Date;
  eliminated_at: Date | null;
  round: number | null;
  rank: number | null;
  created_at: Date;
  updated_at: Date;
  handle: string;
  game_id: string;
  fee_minor: bigint;
  currency: string;
  payer: Payer;
}

// LIMIT 1 keeps the planner from joining whole tables: plans are made once, at times when a
// table is still empty, and must stay right when it has millions of rows.
const ENTRY = `
  SELECT entry.*, gamer.handle, book.game_id, book.fee_minor, book.currency, book.payer
  FROM entry
  CROSS JOIN LATERAL (SELECT handle FROM gamer WHERE id = entry.gamer_id LIMIT 1) AS gamer
  CROSS JOIN LATERAL (
    SELECT game_id, fee_minor, currency, payer FROM book
    WHERE tournament_id = entry.tournament_id LIMIT 1) AS book`;

/** An entry to record; its gamer must be on record. */
export interface NewEntry {
  id: string;
  tournamentId: string;
  gameId: string;
  handle: string;
  requestId: string;
  state: typeof PENDING | typeof CONFIRMED;
}

/** An entry's own columns. */
export type OwnEntryRow = Omit<EntryRow, "handle" | "game_id" | "fee_minor" | "currency" | "payer">;

/** Entries that answer joins already: by request, or by gamer unless refused. */
export async function findAnswers(
  tx: Tx,
  requestIds: readonly string[],
  places: readonly { tournamentId: string; gameId: string; handle: string }[],
): Promise<EntryRow[]> {
  const { rows } = await tx.query<EntryRow>({
    name: "find-answers",
    text: `${ENTRY} WHERE entry.id IN (
        SELECT id FROM entry WHERE request_id = ANY($1::uuid[])
        UNION ALL
        SELECT own.id
        FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS place (tournament_id, game_id, handle)
        CROSS JOIN LATERAL (
          SELECT id FROM gamer
          WHERE gamer.game_id = place.game_id AND gamer.handle = place.handle
          LIMIT 1) AS known
        CROSS JOIN LATERAL (
          SELECT id FROM entry
          WHERE entry.tournament_id = place.tournament_id
            AND entry.gamer_id = known.id AND entry.state <> 3
          LIMIT 1) AS own)`,
    values: [
      requestIds,
      places.map((p) => p.tournamentId),
      places.map((p) => p.gameId),
      places.map((p) => p.handle),
    ],
  });
  return rows;
}

/** Records entries. */
export async function insertEntries(tx: Tx, entries: readonly NewEntry[]): Promise<OwnEntryRow[]> {
  const { rows } = await tx.query<OwnEntryRow>({
    name: "insert-entries",
    text: `INSERT INTO entry (id, tournament_id, gamer_id, request_id, state)
      SELECT new.id, new.tournament_id, known.id, new.request_id, new.state
      FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::smallint[])
        AS new (id, tournament_id, game_id, handle, request_id, state)
      CROSS JOIN LATERAL (
        SELECT id FROM gamer
        WHERE gamer.game_id = new.game_id AND gamer.handle = new.handle
        LIMIT 1) AS known
      RETURNING *`,
    values: [
      entries.map((e) => e.id),
      entries.map((e) => e.tournamentId),
      entries.map((e) => e.gameId),
      entries.map((e) => e.handle),
      entries.map((e) => e.requestId),
      entries.map((e) => e.state),
    ],
  });
  return rows;
}

/** Pending → confirmed. Returns those this call confirmed, as they are now. */
export async function confirmEntries(
  db: Queryable,
  ids: readonly string[],
): Promise<Pick<EntryRow, "id" | "state" | "updated_at">[]> {
  const { rows } = await db.query<Pick<EntryRow, "id" | "state" | "updated_at">>({
    name: "confirm-entries",
    text: `UPDATE entry SET state = 2, updated_at = now()
      WHERE id = ANY($1::uuid[]) AND state = 1 RETURNING id, state, updated_at`,
    values: [ids],
  });
  return rows;
}

/** Pending → refused. Returns the tournaments whose seats became free, one per seat. */
export async function refuseEntries(
  tx: Tx,
  refusals: readonly { id: string; reason: string; message: string }[],
): Promise<string[]> {
  const { rows } = await tx.query<{ tournament_id: string }>({
    name: "refuse-entries",
    text: `UPDATE entry SET state = 3, refusal_reason = refused.reason,
        refusal_message = refused.message, updated_at = now()
      FROM unnest($1::uuid[], $2::text[], $3::text[]) AS refused (id, reason, message)
      WHERE entry.id = refused.id AND entry.state = 1
      RETURNING entry.tournament_id`,
    values: [
      refusals.map((r) => r.id),
      refusals.map((r) => r.reason),
      refusals.map((r) => r.message),
    ],
  });
  return rows.map((row) => row.tournament_id);
}

/** Reads entries by id. */
export async function findEntries(db: Queryable, ids: readonly string[]): Promise<EntryRow[]> {
  const { rows } = await db.query<EntryRow>({
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
  const { rows } = await db.query<EntryRow>(
    `${ENTRY} WHERE entry.tournament_id = $1 AND entry.gamer_id = ANY($2::uuid[])
       AND entry.state = 2`,
    [tournamentId, gamerIds],
  );
  return rows;
}

/** Position within the standings. */
export interface StandingsPosition {
  rank: number;
  joinedAt: Date;
  id: string;
}

/** Confirmed entries in the order of the standings: those still in, then by rank. */
export async function listStandings(
  db: Queryable,
  tournamentId: string,
  after: StandingsPosition | null,
  limit: number,
): Promise<EntryRow[]> {
  const { rows } = await db.query<EntryRow>({
    name: after ? "list-standings-after" : "list-standings",
    text: `${ENTRY} WHERE entry.tournament_id = $1 AND entry.state = 2
      ${after ? "AND (coalesce(entry.rank, 0), entry.joined_at, entry.id) > ($3, $4, $5)" : ""}
      ORDER BY coalesce(entry.rank, 0), entry.joined_at, entry.id LIMIT $2`,
    values: [tournamentId, limit, ...(after ? [after.rank, after.joinedAt, after.id] : [])],
  });
  return rows;
}
