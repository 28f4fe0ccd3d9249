import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import type { Cup } from "./fakes/tournament.ts";
import { frailRedis, onRedis, redisDatabase, REDIS_URL, type FrailRedis } from "./redis.ts";
import { runWorkers, startSettlement, type SettlementUnderTest } from "./service.ts";

// No other test file uses this database.
const url = redisDatabase(14);
const LONG_ENOUGH = { timeout: 20_000, interval: 50 };
/** What orchestrators grant a process to end is several times this. */
const SHUTDOWN_LIMIT_MS = 8_000;

describe.skipIf(!REDIS_URL)("while Redis is away", () => {
  let redis: FrailRedis;
  beforeAll(async () => {
    await onRedis(url, (connection) => connection.flushdb());
    redis = await frailRedis(url);
  });
  afterAll(() => redis.goAway().catch(() => undefined));

  const start = () =>
    startSettlement(() => ({ backend: "redis", url: redis.url, production: false }));
  const newCup = (under: SettlementUnderTest) => {
    const cup = under.cup();
    cup.join("ada");
    return cup;
  };
  const stateOf = async (under: SettlementUnderTest, cup: Cup) =>
    (await under.read(cup)).settlement.state;
  const settled = async (under: SettlementUnderTest, cup: Cup) => {
    await expect.poll(() => stateOf(under, cup), LONG_ENOUGH).toBe(SettlementState.DONE);
    expect(cup.balanceOf("ada")).toBe(3n);
  };
  const withTimeout = async (work: Promise<void>) => {
    const startedAt = performance.now();
    await work;
    expect(performance.now() - startedAt).toBeLessThan(SHUTDOWN_LIMIT_MS);
  };

  test("calls are answered and settlements made, and the queue works again afterwards", async () => {
    const under = await start();
    const workers = runWorkers(under);
    await settled(under, await scheduled(under));
    await redis.goAway();
    await settled(under, await scheduled(under));
    await redis.comeBack();
    await settled(under, await scheduled(under));
    await workers.stop();
    await under.close();
  });

  test("a settlement that hangs holds up no other", async () => {
    await redis.goAway();
    const under = await start();
    const workers = runWorkers(under);
    const held = Promise.withResolvers<void>();
    const hanging = newCup(under);
    // Ranks its game gave are frozen in a call of its own.
    hanging.finalRanks = [{ handle: "ada", rank: 1 }];
    const around = under.faults.around.bind(under.faults);
    under.faults.around = async (name, call) => {
      if (name === "FreezeRanking") await held.promise;
      return await around(name, call);
    };
    await under.schedule(hanging);
    await expect.poll(() => stateOf(under, hanging), LONG_ENOUGH).toBe(SettlementState.PLANNING);
    for (let other = 0; other < 3; other++) await settled(under, await scheduled(under));
    expect(await stateOf(under, hanging)).toBe(SettlementState.PLANNING);
    held.resolve();
    await settled(under, hanging);
    await redis.comeBack();
    await workers.stop();
    await under.close();
  });

  test("a service that starts answers calls and settles", async () => {
    await redis.goAway();
    const under = await start();
    const workers = runWorkers(under);
    await settled(under, await scheduled(under));
    await redis.comeBack();
    await settled(under, await scheduled(under));
    await workers.stop();
    await under.close();
  });

  test("a service that loses it still ends in time", async () => {
    const under = await start();
    const workers = runWorkers(under);
    await settled(under, await scheduled(under));
    await redis.goAway();
    await withTimeout(workers.stop());
    await withTimeout(under.close());
    await redis.comeBack();
  });

  test("a service that never saw it still ends in time", async () => {
    await redis.goAway();
    const under = await start();
    const workers = runWorkers(under);
    await scheduled(under);
    await withTimeout(workers.stop());
    await withTimeout(under.close());
    await redis.comeBack();
  });

  async function scheduled(under: SettlementUnderTest): Promise<Cup> {
    const cup = newCup(under);
    await under.schedule(cup);
    return cup;
  }
});
