import { newId } from "@tms/kit/values/ids";
import type { Played } from "./played.ts";

/** An attempt as it is stored. */
export interface Attempt {
  score: number;
  tieBreaks?: readonly number[];
  state?: string;
}

/** What attempts come to, as it is stored. */
export interface Standing {
  /** Score and tie-breaks; none without an attempt that counts. */
  result: readonly number[];
  best?: readonly number[];
  /** Which attempt changed it last, counted from 1. */
  reached?: number;
}

/** The place of somebody with a score: the better of two is the lesser, byte by byte. */
export function scoredAt(...numbers: readonly number[]): Buffer {
  const place = Buffer.alloc(1 + 8 * numbers.length, 2);
  numbers.forEach((number, n) => place.writeBigUInt64BE(2n ** 63n + BigInt(number), 1 + 8 * n));
  return place;
}

/** Makes the refunded tournament one of scores, in which its gamer has some attempts and a standing. */
export async function playScores(
  played: Played,
  scoring: object,
  attempts: readonly Attempt[],
  { result: [score, ...tieBreaks], best = [], reached }: Standing,
  place: Buffer | null,
): Promise<void> {
  const { id: tournament, entry } = played.refunded;
  const change = (sql: string, ...values: unknown[]) => played.admin.query(sql, values);
  await change(
    `INSERT INTO entry.board (tournament_id, game_id, test, scoring, starts_at, ends_at, sequence, listed)
     VALUES ($1, $2, false, $3, now() - interval '1 hour', now() + interval '1 hour', $4, $5)`,
    tournament,
    newId(),
    JSON.stringify({
      operator: "best",
      direction: "higher",
      tieBreaks: [],
      ties: "shared",
      attempts: 9,
      ...scoring,
    }),
    attempts.length,
    place === null ? 0 : 1,
  );
  for (const [index, attempt] of attempts.entries())
    await change(
      `INSERT INTO entry.attempt (id, tournament_id, gamer_id, entry_id, name, sequence, score,
         tie_breaks, state, metadata, created_at)
       SELECT $1, tournament_id, gamer_id, id, $3, $4::integer, $5, $6, $7, '',
         now() + $4::integer * interval '1 second'
       FROM entry.entry WHERE id = $2`,
      newId(),
      entry,
      `match-${index}`,
      index + 1,
      attempt.score,
      attempt.tieBreaks ?? [],
      attempt.state ?? "counted",
    );
  await change(
    `INSERT INTO entry.standing (tournament_id, gamer_id, entry_id, joined_at, score, tie_breaks, best,
       attempts, reached_sequence, reached_at, place)
     SELECT entry.tournament_id, entry.gamer_id, entry.id, joined_at, $2, $3, $4, $5, $6::bigint,
       (SELECT created_at FROM entry.attempt WHERE entry_id = $1 AND sequence = $6::bigint), $7
     FROM entry.entry WHERE id = $1`,
    entry,
    score ?? null,
    tieBreaks,
    best,
    attempts.filter(({ state }) => state !== "void").length,
    reached ?? null,
    place,
  );
  await change(
    `INSERT INTO entry.stratum (tournament_id, first, entries) VALUES ($1, '', 0), ($1, '\\x02', $2)`,
    tournament,
    place === null ? 0 : 1,
  );
}
