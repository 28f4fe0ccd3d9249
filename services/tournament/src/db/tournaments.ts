import type { Queryable, Tx } from "@tms/kit/database";
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
  const { rows } = await tx.query<TournamentRow>(
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

/** How many pending and published tournaments a game has, counted up to `most`. */
export async function countOpen(tx: Tx, gameId: string, most: number): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
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
  const { rows } = await tx.query<TournamentRow>(
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
  const { rows } = await db.query<TournamentRow>(
    `SELECT ${TOURNAMENT_COLUMNS} FROM tournament WHERE id = $1 AND game_id = $2`,
    [key.tournamentId, key.gameId],
  );
  return rows[0];
}

/** Reads a tournament and makes everyone else who would change it wait. */
export async function lockTournament(
  tx: Tx,
  key: TournamentKey,
): Promise<TournamentRow | undefined> {
  const { rows } = await tx.query<TournamentRow>(
    `SELECT ${TOURNAMENT_COLUMNS} FROM tournament WHERE id = $1 AND game_id = $2 FOR UPDATE`,
    [key.tournamentId, key.gameId],
  );
  return rows[0];
}

/** Moves a locked tournament on; completing it names the sole winner, if there is one. */
export async function setStatus(tx: Tx, id: string, status: Status): Promise<TournamentRow> {
  const { rows } = await tx.query<TournamentRow>(
    `UPDATE tournament SET status = $2::smallint, updated_at = now(),
       winner_gamer_id = CASE WHEN $2::smallint = ${Status.COMPLETED} THEN
         (SELECT min(gamer_id::text)::uuid FROM winner WHERE tournament_id = $1 HAVING count(*) = 1)
       END
     WHERE id = $1
     RETURNING ${TOURNAMENT_COLUMNS}`,
    [id, status],
  );
  const row = rows[0];
  if (row === undefined) throw new Error("a locked tournament vanished");
  return row;
}
