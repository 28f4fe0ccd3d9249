import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { createWorkerPool } from "../src/scheduling/worker-pool.ts";
import { settle } from "../src/settle.ts";
import { createSweep } from "../src/scheduling/sweeper.ts";
import { createTimers } from "../src/scheduling/timers.ts";
import type { FakeTournament } from "./fakes/tournament.ts";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

let service: SettlementUnderTest;
beforeAll(async () => {
  service = await startSettlement();
});
afterEach(() => {
  service.faults.plan = () => undefined;
});
afterAll(() => service.close());

const WIDTH = 2;
const sweeperWithoutQueue = (work = (id: string) => settle(service.context, id)) => {
  const queue = { add: () => Promise.reject(new Error("the queue is away")) };
  const pool = createWorkerPool(work, WIDTH);
  const timers = createTimers((id) => pool.run(id));
  return createSweep({ ...service.context, queue }, timers, pool);
};

/** Due tournaments of one entry each. */
async function dueTournaments(count: number): Promise<FakeTournament[]> {
  const tournaments = Array.from({ length: count }, () => service.tournament());
  for (const tournament of tournaments) {
    tournament.join("ada");
    await service.schedule(tournament);
    await service.makeDue(tournament);
  }
  return tournaments;
}

/** Has the freezing of a ranking hang; settles when it does. */
function neverFrozen(tournament: FakeTournament): Promise<void> {
  // Ranks its game gave are frozen in a call of its own.
  tournament.finalRanks = [{ handle: "ada", rank: 1 }];
  const reached = Promise.withResolvers<void>();
  service.entries.hold = async (id) => {
    if (id !== tournament.id) return;
    reached.resolve();
    await new Promise<never>(() => undefined);
  };
  return reached.promise;
}

const doneOf = async (tournaments: readonly FakeTournament[]) =>
  (await statesOf(tournaments)).filter((state) => state === SettlementState.DONE).length;

const statesOf = (tournaments: readonly FakeTournament[]) =>
  Promise.all(
    tournaments.map(async (tournament) => (await service.read(tournament)).settlement.state),
  );

test("the queue is told once of what is due, not with every sweep", async () => {
  const tournaments = await dueTournaments(2);
  service.wakeups.length = 0;
  const pool = createWorkerPool(async () => undefined, WIDTH);
  const sweep = createSweep(
    service.context,
    createTimers(async () => undefined),
    pool,
  );
  for (let round = 0; round < 3; round++) await sweep();
  const told = service.wakeups.map((wakeup) => wakeup.tournamentId);
  for (const tournament of tournaments)
    expect(told.filter((id) => id === tournament.id)).toHaveLength(1);
});

test("what the queue was told of in vain is settled without it", async () => {
  const [tournament] = await dueTournaments(1);
  const pool = createWorkerPool((id) => settle(service.context, id), WIDTH);
  const sweep = createSweep(
    service.context,
    createTimers(async () => undefined),
    pool,
  );
  await sweep();
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + 5_001);
  onTestFinished(() => clock.mockRestore());
  expect(await doneOf([tournament!])).toBe(0);
  await sweep();
  await expect.poll(() => doneOf([tournament!])).toBe(1);
});

describe("while the queue is away", () => {
  test("all that is due is settled, no more than so many at a time", async () => {
    const tournaments = await dueTournaments(3 * WIDTH);
    let [underWay, most] = [0, 0];
    await sweeperWithoutQueue(async (id) => {
      most = Math.max(most, ++underWay);
      await settle(service.context, id);
      underWay--;
    })();
    await expect.poll(() => doneOf(tournaments)).toBe(tournaments.length);
    expect(most).toBe(WIDTH);
  });

  test("a settlement that hangs holds up no other", async () => {
    const tournaments = await dueTournaments(3);
    void neverFrozen(tournaments[0]!);
    await sweeperWithoutQueue()();
    await expect.poll(() => doneOf(tournaments)).toBe(tournaments.length - 1);
  });

  test("a settlement that hangs keeps no later sweep from what comes due, or is about to", async () => {
    const [hanging] = await dueTournaments(1);
    const hangs = neverFrozen(hanging!);
    const sweep = sweeperWithoutQueue();
    await sweep();
    await hangs;
    const later = await dueTournaments(2);
    const coming = service.tournament();
    coming.join("ada");
    await service.schedule(coming, 1_000);
    await sweep();
    await expect.poll(() => doneOf([...later, coming])).toBe(3);
  });

  test("a settlement that waits for its turn is handed over once", async () => {
    const tournaments = await dueTournaments(WIDTH + 1);
    const held = Promise.withResolvers<void>();
    const taken: string[] = [];
    const sweep = sweeperWithoutQueue((id) => {
      taken.push(id);
      return held.promise;
    });
    for (let round = 0; round < 3; round++) await sweep();
    held.resolve();
    const last = tournaments.map((tournament) => tournament.id).toSorted();
    await expect.poll(() => taken.filter((id) => last.includes(id)).toSorted()).toEqual(last);
  });
});
