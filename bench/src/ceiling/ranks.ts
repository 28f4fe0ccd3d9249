import { Redis } from "ioredis";
import type { Board } from "../fill/board.ts";
import type { BenchSystem } from "../system/system.ts";

/** Tells how many gamers are better than one, by the number of the gamer. */
export type AskRank = (number: number) => Promise<number>;

const PLACE = `SELECT place FROM entry.standing WHERE tournament_id = $1 AND gamer_id = $2`;

// As the product asks, by the strata of the board.
const BY_STRATA = `
  WITH asked AS (${PLACE})
  SELECT ((SELECT coalesce(sum(entries), 0) FROM entry.stratum
           WHERE tournament_id = $1 AND first < its.first)
    + (SELECT count(*) FROM entry.standing
       WHERE tournament_id = $1 AND place >= its.first AND place < asked.place))::int AS better
  FROM asked CROSS JOIN LATERAL (
    SELECT first FROM entry.stratum WHERE tournament_id = $1 AND first <= asked.place
    ORDER BY first DESC LIMIT 1) AS its`;

const BY_COUNT = `
  SELECT count(*)::int AS better FROM entry.standing
  WHERE tournament_id = $1 AND place < (${PLACE})`;

/** Asks Postgres for ranks: by strata, and by counting all who are better over the same index. */
export function ranksInPostgres({ db }: BenchSystem, { tournamentId, gamers }: Board) {
  const asker =
    (name: string, text: string): AskRank =>
    async (number) => {
      const values = [tournamentId, gamers[number]?.id];
      const { rows } = await db.query<{ better: number }>({ name, text, values });
      return rows[0]?.better ?? Number.NaN;
    };
  return { byStrata: asker("by-strata", BY_STRATA), byCount: asker("by-count", BY_COUNT) };
}

const KEY = "bench:board";
const AT_ONCE = 10_000;

/**
 * Asks Redis, whose sorted set is filled once. Nobody writes to it while scores come in: it is shown at
 * its best, and wrong.
 */
export async function ranksInRedis(redisUrl: string, { db }: BenchSystem, board: Board) {
  const redis = new Redis(redisUrl);
  const { rows } = await db.query<{ id: string; score: string }>(
    `SELECT gamer_id AS id, score FROM entry.standing WHERE tournament_id = $1`,
    [board.tournamentId],
  );
  await redis.del(KEY);
  for (let first = 0; first < rows.length; first += AT_ONCE)
    await redis.zadd(
      KEY,
      ...rows.slice(first, first + AT_ONCE).flatMap(({ id, score }) => [score, id]),
    );
  const ask: AskRank = async (number) => {
    const score = await redis.zscore(KEY, board.gamers[number]?.id ?? "");
    return await redis.zcount(KEY, `(${score ?? 0}`, "+inf");
  };
  return {
    ask,
    async stop() {
      await redis.del(KEY);
      await redis.quit();
    },
  };
}
