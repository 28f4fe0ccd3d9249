import type { Queryable, Tx } from "@tms/kit/database/handle";
import type { Payer } from "@tms/proto/tms/game/v1/game";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import type { Terms } from "../terms.ts";

/** Which tournament, for whom; a game's tournaments exist for no other game. */
export interface TournamentKey {
  gameId: string;
  tournamentId: string;
}

/** What a tournament takes over from its game at creation. */
export interface GameTerms {
  currency: string;
  payer: Payer;
  platformFeeBps: number;
}

/** A tournament as stored, and whether its start and end have passed. */
export interface TournamentRow extends Terms, GameTerms {
  id: string;
  gameId: string;
  status: Status;
  winnerGamerId: string | null;
  createdAt: Date;
  updatedAt: Date;
  started: boolean;
  ended: boolean;
}

export const TOURNAMENT_COLUMNS = `id, game_id AS "gameId", name, description,
  entry_fee_minor AS "entryFeeMinor", starts_at AS "startsAt", ends_at AS "endsAt",
  registration_closes_at AS "registrationClosesAt", max_entries AS "maxEntries",
  min_entries AS "minEntries", prize_split AS "prizeSplit", currency, payer,
  platform_fee_bps AS "platformFeeBps", status, winner_gamer_id AS "winnerGamerId",
  created_at AS "createdAt", updated_at AS "updatedAt",
  starts_at <= now() AS started, ends_at <= now() AS ended`;

/** Stores a pending tournament, unless its end has passed. */
export async function insertTournament(
  tx: Tx,
  id: string,
  gameId: string,
  terms: Terms,
  game: GameTerms,
): Promise<TournamentRow | undefined> {
  const { rows } = await tx.$client.query<TournamentRow>(
    `INSERT INTO tournament (id, game_id, currency, payer, platform_fee_bps, name, description,
       entry_fee_minor, starts_at, ends_at, registration_closes_at, max_entries, min_entries,
       prize_split)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14
     WHERE $10::timestamptz(3) > now()
     RETURNING ${TOURNAMENT_COLUMNS}`,
    [id, gameId, game.currency, game.payer, game.platformFeeBps, ...termValues(terms)],
  );
  return rows[0];
}

/**
 * Makes everyone else who would add to a game's pending and published tournaments wait until the
 * transaction ends. Nothing but creating one adds to them.
 */
export async function lockOpen(tx: Tx, gameId: string): Promise<void> {
  await tx.$client.query({
    name: "lock-open",
    // As Postgres spells it: the same game in capitals is the same lock.
    text: `SELECT pg_advisory_xact_lock(hashtextextended('open/' || $1::uuid, 0))`,
    values: [gameId],
  });
}

/** How many pending and published tournaments a game has, counted up to `most`. */
export async function countOpen(tx: Tx, gameId: string, most: number): Promise<number> {
  const { rows } = await tx.$client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM
       (SELECT 1 FROM tournament WHERE game_id = $1 AND status IN (1, 2) LIMIT $2) AS open`,
    [gameId, most],
  );
  return rows[0]?.count ?? 0;
}

/** Replaces the terms of a tournament, unless the new end has passed. */
export async function updateTerms(
  tx: Tx,
  id: string,
  terms: Terms,
): Promise<TournamentRow | undefined> {
  const { rows } = await tx.$client.query<TournamentRow>(
    `UPDATE tournament SET name = $2, description = $3, entry_fee_minor = $4, starts_at = $5,
       ends_at = $6, registration_closes_at = $7, max_entries = $8, min_entries = $9,
       prize_split = $10, updated_at = now()
     WHERE id = $1 AND $6::timestamptz(3) > now()
     RETURNING ${TOURNAMENT_COLUMNS}`,
    [id, ...termValues(terms)],
  );
  return rows[0];
}

const termValues = (terms: Terms) => [
  terms.name,
  terms.description,
  terms.entryFeeMinor,
  terms.startsAt,
  terms.endsAt,
  terms.registrationClosesAt,
  terms.maxEntries,
  terms.minEntries,
  terms.prizeSplit,
];

export async function findTournament(
  db: Queryable,
  key: TournamentKey,
): Promise<TournamentRow | undefined> {
  const { rows } = await db.$client.query<TournamentRow>({
    name: "find-tournament",
    text: `SELECT ${TOURNAMENT_COLUMNS} FROM tournament WHERE id = $1 AND game_id = $2`,
    values: [key.tournamentId, key.gameId],
  });
  return rows[0];
}

const OF_KEYS = `SELECT ${TOURNAMENT_COLUMNS} FROM tournament
  JOIN unnest($1::uuid[], $2::uuid[]) AS key (id, game_id) USING (id, game_id)`;

const keyColumns = (keys: readonly TournamentKey[]) => [
  keys.map((key) => key.tournamentId),
  keys.map((key) => key.gameId),
];

/** Reads many tournaments; those that do not exist for their game are absent. */
export async function findTournaments(
  db: Queryable,
  keys: readonly TournamentKey[],
): Promise<TournamentRow[]> {
  const { rows } = await db.$client.query<TournamentRow>({
    name: "find-tournaments",
    text: OF_KEYS,
    values: keyColumns(keys),
  });
  return rows;
}

/** The same, and makes everyone else who would change them wait; in the order of their ids. */
export async function lockTournaments(
  tx: Tx,
  keys: readonly TournamentKey[],
): Promise<TournamentRow[]> {
  const { rows } = await tx.$client.query<TournamentRow>({
    name: "lock-tournaments",
    text: `${OF_KEYS} ORDER BY id FOR UPDATE OF tournament`,
    values: keyColumns(keys),
  });
  return rows;
}

/** Reads a tournament and makes everyone else who would change it wait. */
export async function lockTournament(
  tx: Tx,
  key: TournamentKey,
): Promise<TournamentRow | undefined> {
  const { rows } = await tx.$client.query<TournamentRow>(
    `SELECT ${TOURNAMENT_COLUMNS} FROM tournament WHERE id = $1 AND game_id = $2 FOR UPDATE`,
    [key.tournamentId, key.gameId],
  );
  return rows[0];
}

/** Moves a locked tournament on; completing it names the sole winner, if there is one. */
export async function setStatus(tx: Tx, id: string, status: Status): Promise<TournamentRow> {
  const [row] = await setStatuses(tx, [{ id, status }]);
  if (row === undefined) throw new Error("a locked tournament vanished");
  return row;
}

/** The same for many, each to a status of its own. */
export async function setStatuses(
  tx: Tx,
  moves: readonly Pick<TournamentRow, "id" | "status">[],
): Promise<TournamentRow[]> {
  const { rows } = await tx.$client.query<TournamentRow>({
    name: "set-statuses",
    text: `UPDATE tournament SET status = move.status_after, updated_at = now(),
       winner_gamer_id = CASE WHEN move.status_after = ${Status.COMPLETED} THEN
         (SELECT min(gamer_id::text)::uuid FROM winner
          WHERE tournament_id = tournament.id HAVING count(*) = 1)
       END
     FROM unnest($1::uuid[], $2::smallint[]) AS move (moved_id, status_after)
     WHERE id = move.moved_id
     RETURNING ${TOURNAMENT_COLUMNS}`,
    values: [moves.map((move) => move.id), moves.map((move) => move.status)],
  });
  return rows;
}
