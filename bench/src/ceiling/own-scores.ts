import { newId } from "@tms/kit/values/ids";
import type pg from "pg";
import { arrayLiteral } from "../fill/array-literal.ts";
import { fillTournament } from "../fill/entries.ts";
import { fundGamers } from "../fill/gamers.ts";
import type { Tournament } from "../fill/tournaments.ts";
import { runFor, type Throughput } from "./timed.ts";

const BATCH = 1_000;
const SCORES = 100_000;
const STRATUM = 1_000;

// The order of places is that of scores, as it is on a board of the product; the bytes differ.
const placeBytes = (score: string) => `'\\x02'::bytea || int8send((${SCORES} - ${score})::bigint)`;

const FILL_BOARD = [
  `INSERT INTO entry.board (tournament_id, game_id, test, scoring, starts_at, ends_at)
   SELECT tournament_id, game_id, false, '{}', now(), ends_at FROM entry.registration
   WHERE tournament_id = $1`,
  `INSERT INTO entry.standing (tournament_id, gamer_id, entry_id, joined_at, score, tie_breaks, best,
     attempts, reached_sequence, reached_at, place)
   SELECT tournament_id, gamer_id, id, joined_at, its.score, '{}', '{}', 1, 1, now(), ${placeBytes("its.score")}
   FROM entry.entry
     CROSS JOIN LATERAL (SELECT abs(hashtext(id::text)) % ${SCORES} AS score OFFSET 0) AS its
   WHERE tournament_id = $1`,
  `INSERT INTO entry.stratum (tournament_id, first, entries)
   SELECT $1, min(place), count(*) FROM (
     SELECT place, (rank() OVER (ORDER BY place) - 1) / ${STRATUM} AS number
     FROM entry.standing WHERE tournament_id = $1
   ) AS placed GROUP BY number`,
];

const LOCK = `SELECT sequence FROM entry.board WHERE tournament_id = $1 FOR NO KEY UPDATE`;

const READ = `
  SELECT asked.handle, gamer.id AS gamer_id, entered.id AS entry_id, entered.joined_at, standing.*
  FROM unnest($3::text[]) AS asked (handle)
    CROSS JOIN LATERAL (
      SELECT id FROM entry.gamer WHERE game_id = $2 AND handle = asked.handle LIMIT 1) AS gamer
    CROSS JOIN LATERAL (
      SELECT id, joined_at FROM entry.entry
      WHERE tournament_id = $1 AND gamer_id = gamer.id LIMIT 1) AS entered
    CROSS JOIN LATERAL (
      SELECT score, attempts, place FROM entry.standing
      WHERE tournament_id = $1 AND gamer_id = gamer.id LIMIT 1) AS standing`;

const GIVEN = `unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::integer[])
  WITH ORDINALITY AS given (id, gamer_id, entry_id, score, n)`;

const RECORD = `
  INSERT INTO entry.attempt (id, tournament_id, gamer_id, entry_id, name, sequence, score, tie_breaks,
    state, metadata, created_at)
  SELECT id, $1, gamer_id, entry_id, 'attempt-' || id, $6::bigint + n, score, '{}', 'counted', '', now()
  FROM ${GIVEN}`;

const MOVE = `
  WITH moved AS (
    UPDATE entry.standing AS its SET score = given.score, attempts = attempts + 1,
      reached_sequence = $6::bigint + n, reached_at = now(), place = ${placeBytes("given.score")}
    FROM ${GIVEN} WHERE tournament_id = $1 AND its.gamer_id = given.gamer_id
    RETURNING old.place AS from_place, new.place AS to_place
  ), located AS (
    SELECT its.first, sum(move.change)::integer AS change
    FROM moved CROSS JOIN LATERAL (VALUES (from_place, -1), (to_place, 1)) AS move (place, change)
      CROSS JOIN LATERAL (
        SELECT first FROM entry.stratum WHERE tournament_id = $1 AND first <= move.place
        ORDER BY first DESC LIMIT 1) AS its
    GROUP BY its.first HAVING sum(move.change) <> 0
  )
  UPDATE entry.stratum SET entries = entries + change FROM located
  WHERE tournament_id = $1 AND stratum.first = located.first`;

const ADVANCE = `UPDATE entry.board SET sequence = sequence + $2, changed_at = now() WHERE tournament_id = $1`;

interface Entrant {
  gamer_id: string;
  entry_id: string;
}

/** Records a score of each of these gamers, as one batch. */
async function record(
  db: pg.Pool,
  { id, gameId }: Tournament,
  handles: readonly string[],
): Promise<number> {
  const client = await db.connect();
  const query = <T extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) =>
    client.query<T>({ name, text, values });
  try {
    await client.query("BEGIN");
    const { rows: board } = await query<{ sequence: string }>("lock-board", LOCK, [id]);
    const { rows } = await query<Entrant>("read-entrants", READ, [id, gameId, handles]);
    const given = [
      id,
      arrayLiteral(rows.map(() => newId())),
      arrayLiteral(rows.map((row) => row.gamer_id)),
      arrayLiteral(rows.map((row) => row.entry_id)),
      arrayLiteral(rows.map(() => Math.floor(Math.random() * SCORES))),
      board[0]?.sequence,
    ];
    await query("record-attempts", RECORD, given);
    await query("move-standings", MOVE, given);
    await query("advance-board", ADVANCE, [id, rows.length]);
    await client.query("COMMIT");
    client.release();
    return rows.length;
  } catch (error) {
    // Its transaction ends with it.
    client.release(true);
    throw error;
  }
}

/**
 * Scores without a service, on a board in the product's own tables: what a batch of a thousand must
 * read and write under the lock of its board, in one transaction. No stratum is cut, and nobody is told.
 */
export async function ownScores(db: pg.Pool, entries: number) {
  const tournament: Tournament = { id: newId(), gameId: newId(), endsAt: new Date("2100-01-01") };
  const gamers = await fundGamers(db, tournament.gameId, Math.ceil(entries / BATCH) * BATCH);
  await fillTournament(db, tournament, gamers);
  for (const text of FILL_BOARD) await db.query(text, [tournament.id]);
  let at = 0;

  async function prepare(): Promise<string[]> {
    const handles = gamers.slice(at, at + BATCH).map(({ handle }) => handle);
    at = (at + BATCH) % gamers.length;
    return handles;
  }

  return (seconds: number, postgresPid: number): Promise<Throughput> =>
    runFor(seconds, postgresPid, { prepare, run: (handles) => record(db, tournament, handles) });
}
