import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import type { Cup } from "./fakes/tournament.ts";
import { runWorkers, startSettlement, type SettlementUnderTest } from "./service.ts";

const LONG_ENOUGH = { timeout: 20_000, interval: 20 };

describe("with a queue on Postgres", () => {
  let under: SettlementUnderTest;
  let workers: { stop(): Promise<void> } | undefined;
  beforeAll(async () => {
    under = await startSettlement((url) => ({ backend: "postgres", url }));
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
  };

  test("a worker takes a settlement up at its moment", async () => {
    workers = runWorkers(under, { sweeper: false });
    const cup = newCup();
    await under.schedule(cup, 400);
    await settled(cup);
  });

  test("what came due while nobody worked is settled by the first worker", async () => {
    const cups = [newCup(), newCup(), newCup()];
    for (const cup of cups) await under.schedule(cup);
    workers = runWorkers(under);
    for (const cup of cups) await settled(cup);
  });

  test("a crowd of tournaments that end together is settled, and no job is left behind", async () => {
    workers = runWorkers(under);
    const cups = Array.from({ length: 60 }, newCup);
    await Promise.all(cups.map((cup) => under.schedule(cup)));
    for (const cup of cups) await settled(cup);
    const jobs = async () => (await under.admin.query(`SELECT id FROM bullmq.job`)).rows;
    await expect.poll(jobs, LONG_ENOUGH).toEqual([]);
  });

  test("an end in the far future holds up nothing", async () => {
    workers = runWorkers(under, { sweeper: false });
    const [far, near] = [newCup(), newCup()];
    await under.schedule(far, Date.UTC(9999, 11, 31) - Date.now());
    await under.schedule(near, 100);
    await settled(near);
    expect((await under.read(far)).settlement.state).toBe(SettlementState.SCHEDULED);
  });
});
