import { startLoop, type Loop } from "@tms/kit/process/loop";
import { FIRST_ID } from "@tms/kit/values/ids";
import type { Context } from "../context.ts";
import { listUnfinished } from "../db/clocks.ts";

const EVERY_MS = 1_000;
const AT_ONCE = 16;

/** Continues all advances in progress until stopped. */
export function startClocks({
  db,
  log,
  continueAdvance,
}: Pick<Context, "db" | "log" | "continueAdvance">): Loop {
  let after = FIRST_ID;
  // `after` moves past advances that cannot continue yet, so that they do not delay the others.
  return startLoop(
    "clocks",
    EVERY_MS,
    async () => {
      const gameIds = await listUnfinished(db, after, AT_ONCE);
      const hasMore = gameIds.length === AT_ONCE;
      after = (hasMore && gameIds.at(-1)) || FIRST_ID;
      const rounds = await Promise.allSettled(gameIds.map((gameId) => continueAdvance(gameId, 0)));
      for (const [index, round] of rounds.entries())
        if (round.status === "rejected")
          log.warn({ err: round.reason, game: gameIds[index] }, "a clock advance is delayed");
      return hasMore;
    },
    log,
  );
}
