import type { Db, Queryable } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import type { Logger } from "@tms/kit/process/log";
import { startLoop, type Loop } from "@tms/kit/process/loop";
import { lockHeads, noteForgotten } from "./heads.ts";

// As long as Stripe keeps its events; and more than a year, for those by which people account for
// what they did.
const KEPT_DAYS = 30;
const KEPT_DAYS_AUDITED = 400;
// Small enough that a round never delays the calls beside it.
const BATCH = 500;
const EVERY_MS = 60_000;

/** Deletes events that are older than they are kept, those of one environment at a time. */
export function createEventRetention(db: Db, log: Logger) {
  return {
    /** Deletes one batch of each kind; true when there may be more. For tests and the loop. */
    async runOnce(): Promise<boolean> {
      const plain = await forget(db, "NOT audited", KEPT_DAYS);
      const audited = await forget(db, "audited", KEPT_DAYS_AUDITED);
      return plain || audited;
    },
    /** Deletes in the background until stopped. */
    start(): Loop {
      return startLoop("event retention", EVERY_MS, () => this.runOnce(), log);
    },
  };
}

/** Deletes a batch of one environment; whether anything was old enough. */
async function forget(db: Db, which: "audited" | "NOT audited", days: number): Promise<boolean> {
  const gameId = await gameOfOld(db, which, days);
  if (gameId === undefined) return false;
  await transaction(db, "events.forget", async (tx) => {
    // Readers learn from the head where the log begins, so both change together.
    await lockHeads(tx, [gameId]);
    const { rows } = await tx.$client.query<{ sequence: bigint }>(
      `DELETE FROM event WHERE game_id = $1 AND sequence IN (
         SELECT sequence FROM event
         WHERE game_id = $1 AND ${which} AND created_at < now() - make_interval(days => $2)
         ORDER BY sequence LIMIT $3)
       RETURNING sequence`,
      [gameId, days, BATCH],
    );
    const through = rows.reduce((last, { sequence }) => (sequence > last ? sequence : last), 0n);
    await noteForgotten(tx, gameId, through);
  });
  return true;
}

async function gameOfOld(db: Queryable, which: string, days: number): Promise<string | undefined> {
  const { rows } = await db.$client.query<{ gameId: string }>(
    `SELECT game_id AS "gameId" FROM event
     WHERE ${which} AND created_at < now() - make_interval(days => $1)
     LIMIT 1`,
    [days],
  );
  return rows[0]?.gameId;
}
