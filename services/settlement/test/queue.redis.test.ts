import { timestampDate } from "@bufbuild/protobuf/wkt";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import type { Cup } from "./fakes/tournament.ts";
import { onRedis, redisDatabase, REDIS_URL } from "./redis.ts";
import { runWorkers, startSettlement, type SettlementUnderTest } from "./service.ts";

// No other test file uses this database.
const url = redisDatabase(13);
const LONG_ENOUGH = { timeout: 20_000, interval: 20 };

describe.skipIf(!REDIS_URL)("with a queue on Redis", () => {
  let under: SettlementUnderTest;
  let workers: { stop(): Promise<void> } | undefined;
  beforeAll(async () => {
    await onRedis(url, (redis) => redis.flushdb());
    under = await startSettlement(() => ({ backend: "redis", url, production: false }));
  });
  afterEach(async () => {
    await workers?.stop();
    workers = undefined;
  });
  afterAll(() => under.close());

  const newCup = () => {
    const cup = under.cup();
    cup.join("ada");
    return cup;
  };
  const settled = async (cup: Cup) => {
    const stateOf = async () => (await under.read(cup)).settlement.state;
    await expect.poll(stateOf, LONG_ENOUGH).toBe(SettlementState.DONE);
    expect(cup.balanceOf("ada")).toBe(3n);
    expect(under.ledger.balance(cup.accounts.pool)).toBe(0n);
  };

  test("a worker takes a settlement up at its moment, not before", async () => {
    workers = runWorkers(under, { sweeper: false });
    const cup = newCup();
    await under.schedule(cup, 400);
    await settled(cup);
    const { settlement } = await under.read(cup);
    const [due, finished] = [settlement.dueTime!, settlement.finishTime!].map(timestampDate);
    expect(finished!.getTime()).toBeGreaterThanOrEqual(due!.getTime());
  });

  test("an end that was moved forward is kept", async () => {
    workers = runWorkers(under, { sweeper: false });
    const cup = newCup();
    await under.schedule(cup, 3_600_000);
    await under.schedule(cup, 0);
    await settled(cup);
  });

  test("an end in the far future holds up nothing", async () => {
    workers = runWorkers(under, { sweeper: false });
    const [far, near] = [newCup(), newCup()];
    await under.schedule(far, Date.UTC(9999, 11, 31) - Date.now());
    await under.schedule(near, 100);
    await settled(near);
    expect((await under.read(far)).settlement.state).toBe(SettlementState.SCHEDULED);
  });

  test("what Redis forgot between the event and the end is settled all the same", async () => {
    workers = runWorkers(under);
    const cup = newCup();
    await under.schedule(cup, 300);
    await onRedis(url, (redis) => redis.flushdb());
    await settled(cup);
  });

  test("what came due while nobody worked is settled by the first worker", async () => {
    const cups = [newCup(), newCup(), newCup()];
    for (const cup of cups) await under.schedule(cup);
    await onRedis(url, (redis) => redis.flushdb());
    workers = runWorkers(under);
    for (const cup of cups) await settled(cup);
  });

  test("what a dead worker held is taken up by the next when its lease is over", async () => {
    const cup = newCup();
    under.faults.plan = ({ name }) => (name === "BatchDisburse" ? "dies" : undefined);
    await under.schedule(cup);
    const died = under.faults.renew();
    void under.work(cup);
    await died;
    under.faults.plan = () => undefined;
    await under.makeDue(cup);
    workers = runWorkers(under);
    await settled(cup);
  });

  test("a crowd of tournaments that end together is settled, and Redis keeps nothing of it", async () => {
    workers = runWorkers(under);
    const cups = Array.from({ length: 60 }, newCup);
    await Promise.all(cups.map((cup) => under.schedule(cup)));
    for (const cup of cups) await settled(cup);
    const jobs = () => onRedis(url, (redis) => redis.keys("bull:settlement:????????-*"));
    const ids = cups.map((cup) => cup.id);
    const left = async () => (await jobs()).filter((job) => ids.some((id) => job.includes(id)));
    await expect.poll(left, LONG_ENOUGH).toEqual([]);
  });
});
