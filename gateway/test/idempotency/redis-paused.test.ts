import { createLogger } from "@tms/kit/process/log";
import { createShutdown } from "@tms/kit/process/shutdown";
import { once } from "node:events";
import { expect, test } from "vitest";
import { openRedis } from "../../src/redis.ts";

const REDIS_URL = process.env["TMS_TEST_REDIS_URL"];
const LIMIT_MS = 300;

/** Does nothing else for some time, as a process does whose machine is paused. */
function standStill(ms: number): void {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt);
}

test.skipIf(REDIS_URL === undefined)(
  "what Redis answered while the process stood still is read",
  async () => {
    const log = createLogger("gateway", "silent");
    const shutdown = createShutdown(log);
    const url = REDIS_URL ?? "";
    const redis = openRedis({ url, purpose: "a test", commandLimitMs: LIMIT_MS }, log, shutdown);
    await once(redis, "ready");
    const answer = redis.echo("served");
    standStill(2 * LIMIT_MS);
    expect(await answer).toBe("served");
    await shutdown.run();
  },
);

test.skipIf(REDIS_URL === undefined)("what Redis does not answer fails", async () => {
  const log = createLogger("gateway", "silent");
  const shutdown = createShutdown(log);
  const url = REDIS_URL ?? "";
  const redis = openRedis({ url, purpose: "a test", commandLimitMs: LIMIT_MS }, log, shutdown);
  await once(redis, "ready");
  // It waits for something that nobody sends, for ten times as long.
  const answer = redis.blpop("nothing is ever pushed here", (10 * LIMIT_MS) / 1_000);
  await expect(answer).rejects.toThrow("Command timed out");
  await shutdown.run();
});
