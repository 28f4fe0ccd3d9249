import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import type { FakeTournament } from "./fakes/tournament.ts";
import { frailRedis, onRedis, redisDatabase, REDIS_URL, type FrailRedis } from "./redis.ts";
import { runWorkers, startSettlement, type SettlementUnderTest } from "./service.ts";

// No other test file uses this database.
const url = redisDatabase(14);

describe.skipIf(!REDIS_URL)("while Redis is away", () => {
  let redis: FrailRedis;
  beforeAll(async () => {
    await onRedis(url, (connection) => connection.flushdb());
    redis = await frailRedis(url);
  });
  afterAll(() => redis.goAway().catch(() => undefined));

  const start = () =>
    startSettlement(() => ({ backend: "redis", url: redis.url, production: false }));
  const newTournament = (service: SettlementUnderTest) => {
    const tournament = service.tournament();
    tournament.join("ada");
    return tournament;
  };
  const stateOf = async (service: SettlementUnderTest, tournament: FakeTournament) =>
    (await service.read(tournament)).settlement.state;
  const settled = async (service: SettlementUnderTest, tournament: FakeTournament) => {
    await expect.poll(() => stateOf(service, tournament)).toBe(SettlementState.DONE);
    expect(tournament.balanceOf("ada")).toBe(3n);
  };

  test("calls are answered and settlements made, and the queue works again afterwards", async () => {
    const service = await start();
    const workers = runWorkers(service);
    await settled(service, await scheduled(service));
    await redis.goAway();
    await settled(service, await scheduled(service));
    await redis.comeBack();
    await settled(service, await scheduled(service));
    await workers.stop();
    await service.close();
  });

  test("a settlement that hangs holds up no other", async () => {
    await redis.goAway();
    const service = await start();
    const workers = runWorkers(service);
    const held = Promise.withResolvers<void>();
    const hanging = newTournament(service);
    // Ranks its game gave are frozen in a call of its own.
    hanging.finalRanks = [{ handle: "ada", rank: 1 }];
    service.entries.hold = async (id) => {
      if (id === hanging.id) await held.promise;
    };
    await service.schedule(hanging);
    await expect.poll(() => stateOf(service, hanging)).toBe(SettlementState.PLANNING);
    for (let other = 0; other < 3; other++) await settled(service, await scheduled(service));
    expect(await stateOf(service, hanging)).toBe(SettlementState.PLANNING);
    held.resolve();
    await settled(service, hanging);
    await redis.comeBack();
    await workers.stop();
    await service.close();
  });

  test("a service that starts answers calls and settles", async () => {
    await redis.goAway();
    const service = await start();
    const workers = runWorkers(service);
    await settled(service, await scheduled(service));
    await redis.comeBack();
    await settled(service, await scheduled(service));
    await workers.stop();
    await service.close();
  });

  test("a service that loses it still ends", async () => {
    const service = await start();
    const workers = runWorkers(service);
    await settled(service, await scheduled(service));
    await redis.goAway();
    await workers.stop();
    await service.close();
    await redis.comeBack();
  });

  test("a service that never saw it still ends", async () => {
    await redis.goAway();
    const service = await start();
    const workers = runWorkers(service);
    await scheduled(service);
    await workers.stop();
    await service.close();
    await redis.comeBack();
  });

  async function scheduled(service: SettlementUnderTest): Promise<FakeTournament> {
    const tournament = newTournament(service);
    await service.schedule(tournament);
    return tournament;
  }
});
