import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { createCrew } from "../src/scheduling/worker-pool.ts";
import { settle } from "../src/settle.ts";
import { createSweep } from "../src/scheduling/sweeper.ts";
import { createTimetable } from "../src/scheduling/timers.ts";
import type { Cup } from "./fakes/tournament.ts";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

let under: SettlementUnderTest;
beforeAll(async () => {
  under = await startSettlement();
});
afterEach(() => {
  under.faults.plan = () => undefined;
});
afterAll(() => under.close());

const WIDTH = 2;
const sweeperWithoutQueue = (work = (id: string) => settle(under.context, id)) => {
  const queue = { add: () => Promise.reject(new Error("the queue is away")) };
  const crew = createCrew(work, WIDTH);
  const timetable = createTimetable((id) => crew.work(id));
  return createSweep({ ...under.context, queue }, timetable, crew);
};

/** Due tournaments of one entry each. */
async function dueCups(count: number): Promise<Cup[]> {
  const cups = Array.from({ length: count }, () => under.cup());
  for (const cup of cups) {
    cup.join("ada");
    await under.schedule(cup);
    await under.makeDue(cup);
  }
  return cups;
}

const doneOf = async (cups: readonly Cup[]) =>
  (await statesOf(cups)).filter((state) => state === SettlementState.DONE).length;
const SOON = { timeout: 10_000 };

const statesOf = (cups: readonly Cup[]) =>
  Promise.all(cups.map(async (cup) => (await under.read(cup)).settlement.state));

test("the queue is told once of what is due, not with every sweep", async () => {
  const cups = await dueCups(2);
  under.wakeups.length = 0;
  const crew = createCrew(async () => undefined, WIDTH);
  const sweep = createSweep(
    under.context,
    createTimetable(async () => undefined),
    crew,
  );
  for (let round = 0; round < 3; round++) await sweep();
  const told = under.wakeups.map((wakeup) => wakeup.tournamentId);
  for (const cup of cups) expect(told.filter((id) => id === cup.id)).toHaveLength(1);
});

describe("while the queue is away", () => {
  test("all that is due is settled, no more than so many at a time", async () => {
    const cups = await dueCups(3 * WIDTH);
    let [underWay, most] = [0, 0];
    await sweeperWithoutQueue(async (id) => {
      most = Math.max(most, ++underWay);
      await settle(under.context, id);
      underWay--;
    })();
    await expect.poll(() => doneOf(cups), SOON).toBe(cups.length);
    expect(most).toBe(WIDTH);
  });

  test("a settlement that hangs holds up no other", async () => {
    const cups = await dueCups(3);
    // Ranks its game gave are frozen in a call of its own.
    cups[0]!.finalRanks = [{ handle: "ada", rank: 1 }];
    under.faults.plan = ({ name }) => (name === "FreezeRanking" ? "dies" : undefined);
    await sweeperWithoutQueue()();
    await expect.poll(() => doneOf(cups), SOON).toBe(cups.length - 1);
  });

  test("a settlement that hangs keeps no later sweep from what comes due, or is about to", async () => {
    const [hanging] = await dueCups(1);
    hanging!.finalRanks = [{ handle: "ada", rank: 1 }];
    under.faults.plan = ({ name }) => (name === "FreezeRanking" ? "dies" : undefined);
    const died = under.faults.renew();
    const sweep = sweeperWithoutQueue();
    await sweep();
    await died;
    const later = await dueCups(2);
    const coming = under.cup();
    coming.join("ada");
    await under.schedule(coming, 1_000);
    await sweep();
    await expect.poll(() => doneOf([...later, coming]), SOON).toBe(3);
  });

  test("a settlement that waits for its turn is handed over once", async () => {
    const cups = await dueCups(WIDTH + 1);
    const held = Promise.withResolvers<void>();
    const taken: string[] = [];
    const sweep = sweeperWithoutQueue((id) => {
      taken.push(id);
      return held.promise;
    });
    for (let round = 0; round < 3; round++) await sweep();
    held.resolve();
    const last = cups.map((cup) => cup.id).toSorted();
    await expect.poll(() => taken.filter((id) => last.includes(id)).toSorted(), SOON).toEqual(last);
  });
});
