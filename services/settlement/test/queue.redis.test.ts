import { timestampDate } from "@bufbuild/protobuf/wkt";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import type { FakeTournament } from "./fakes/tournament.ts";
import { onRedis, redisDatabase, REDIS_URL } from "./redis.ts";
import { runWorkers, startSettlement, type SettlementUnderTest } from "./service.ts";

// No other test file uses this database.
const url = redisDatabase(13);

describe.skipIf(!REDIS_URL)("with a queue on Redis", () => {
  let service: SettlementUnderTest;
  let workers: { stop(): Promise<void> } | undefined;
  beforeAll(async () => {
    await onRedis(url, (redis) => redis.flushdb());
    service = await startSettlement(() => ({ backend: "redis", url, production: false }));
  });
  afterEach(async () => {
    await workers?.stop();
    workers = undefined;
  });
  afterAll(() => service.close());

  const newTournament = () => {
    const tournament = service.tournament();
    tournament.join("ada");
    return tournament;
  };
  const settled = async (tournament: FakeTournament) => {
    const stateOf = async () => (await service.read(tournament)).settlement.state;
    await expect.poll(stateOf).toBe(SettlementState.DONE);
    expect(tournament.balanceOf("ada")).toBe(3n);
    expect(service.ledger.balance(tournament.accounts.pool)).toBe(0n);
  };

  test("a worker takes a settlement up at its moment, not before", async () => {
    workers = runWorkers(service, { sweeper: false });
    const tournament = newTournament();
    await service.schedule(tournament, 400);
    await settled(tournament);
    const { settlement } = await service.read(tournament);
    const [due, finished] = [settlement.dueTime!, settlement.finishTime!].map(timestampDate);
    expect(finished!.getTime()).toBeGreaterThanOrEqual(due!.getTime());
  });

  test("an end that was moved forward is kept", async () => {
    workers = runWorkers(service, { sweeper: false });
    const tournament = newTournament();
    await service.schedule(tournament, 3_600_000);
    await service.schedule(tournament, 0);
    await settled(tournament);
  });

  test("an end in the far future holds up nothing", async () => {
    workers = runWorkers(service, { sweeper: false });
    const [far, near] = [newTournament(), newTournament()];
    await service.schedule(far, Date.UTC(9999, 11, 31) - Date.now());
    await service.schedule(near, 100);
    await settled(near);
    expect((await service.read(far)).settlement.state).toBe(SettlementState.SCHEDULED);
  });

  test("what Redis forgot between the event and the end is settled all the same", async () => {
    workers = runWorkers(service);
    const tournament = newTournament();
    await service.schedule(tournament, 300);
    await onRedis(url, (redis) => redis.flushdb());
    await settled(tournament);
  });

  test("what came due while nobody worked is settled by the first worker", async () => {
    const tournaments = [newTournament(), newTournament(), newTournament()];
    for (const tournament of tournaments) await service.schedule(tournament);
    await onRedis(url, (redis) => redis.flushdb());
    workers = runWorkers(service);
    for (const tournament of tournaments) await settled(tournament);
  });

  test("what a dead worker held is taken up by the next when its lease is over", async () => {
    const tournament = newTournament();
    service.faults.plan = ({ name }) => (name === "BatchDisburse" ? "dies" : undefined);
    await service.schedule(tournament);
    const died = service.faults.renew();
    void service.work(tournament);
    await died;
    service.faults.plan = () => undefined;
    await service.makeDue(tournament);
    workers = runWorkers(service);
    await settled(tournament);
  });

  test("a crowd of tournaments that end together is settled, and Redis keeps nothing of it", async () => {
    workers = runWorkers(service);
    const tournaments = Array.from({ length: 60 }, newTournament);
    await Promise.all(tournaments.map((tournament) => service.schedule(tournament)));
    for (const tournament of tournaments) await settled(tournament);
    const jobs = () => onRedis(url, (redis) => redis.keys("bull:settlement:????????-*"));
    const ids = tournaments.map((tournament) => tournament.id);
    const left = async () => (await jobs()).filter((job) => ids.some((id) => job.includes(id)));
    await expect.poll(left).toEqual([]);
  });
});
