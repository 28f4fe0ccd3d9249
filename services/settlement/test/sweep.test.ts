import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { onTestFinished, vi } from "vitest";
import type { World } from "../../../test/world/world.ts";
import { createSweep, createTimers } from "../src/scheduling/sweeper.ts";
import { createWorkerPool } from "../src/scheduling/queue.ts";
import { settle } from "../src/settle.ts";
import { describe, expect, test, type Open, type Tournament } from "./tournament.ts";

const WIDTH = 2;
const AWAY = { add: () => Promise.reject(new Error("the queue is away")) };
type Work = (tournamentId: string) => Promise<void>;

/** Creates a sweep whose workers settle tournaments, unless they do other work. */
function createSweeper(world: World, { queue = AWAY, work }: { queue?: Queue; work?: Work } = {}) {
  const context = world.contexts.settlement;
  const pool = createWorkerPool(work ?? ((id) => settle(context, id)), WIDTH);
  return createSweep({ ...context, queue }, createTimers(pool.run), pool);
}
type Queue = World["contexts"]["settlement"]["queue"];

/** Opens tournaments of one entry that are due. */
async function openDue(open: Open, count: number): Promise<Tournament[]> {
  const tournaments: Tournament[] = [];
  while (tournaments.length < count) tournaments.push(await open({ handles: ["ada"] }));
  for (const tournament of tournaments) await tournament.end();
  return tournaments;
}

async function countDone(tournaments: readonly Tournament[]): Promise<number> {
  const states = await Promise.all(tournaments.map((tournament) => tournament.state()));
  return states.filter((state) => state === SettlementState.DONE).length;
}

/** Creates work that hangs with one tournament, and settles all others. */
function hangWith(world: World, tournament: Tournament) {
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const work: Work = async (id) => {
    if (id !== tournament.tournamentId) return await settle(world.contexts.settlement, id);
    resolve();
    await new Promise<never>(() => undefined);
  };
  return { reached, work };
}

test("queues what is due once, not with every sweep", async ({ open, world }) => {
  const tournaments = await openDue(open, 2);
  const { queue } = world.contexts.settlement;
  const sweep = createSweeper(world, { queue, work: async () => undefined });
  world.wakeups.length = 0;
  for (let round = 0; round < 3; round++) await sweep();
  const queued = world.wakeups.map(({ tournamentId }) => tournamentId);
  for (const { tournamentId } of tournaments)
    expect(queued.filter((id) => id === tournamentId)).toHaveLength(1);
});

test("settles without the queue what was queued in vain", async ({ open, world }) => {
  const tournaments = await openDue(open, 1);
  const sweep = createSweeper(world, { queue: world.contexts.settlement.queue });
  await sweep();
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + 5_001);
  onTestFinished(() => clock.mockRestore());
  expect(await countDone(tournaments)).toBe(0);
  await sweep();
  await expect.poll(() => countDone(tournaments)).toBe(1);
});

describe("while the queue is away, a sweep", () => {
  test("settles all that is due, a bounded number at a time", async ({ open, world }) => {
    const tournaments = await openDue(open, 3 * WIDTH);
    let [running, max] = [0, 0];
    await createSweeper(world, {
      async work(id) {
        max = Math.max(max, ++running);
        await settle(world.contexts.settlement, id);
        running--;
      },
    })();
    await expect.poll(() => countDone(tournaments)).toBe(tournaments.length);
    expect(max).toBe(WIDTH);
  });

  test("settles the others if one hangs, even those due later", async ({ open, world }) => {
    const [hanging = expect.fail(), ...others] = await openDue(open, 3);
    const { reached, work } = hangWith(world, hanging);
    const sweep = createSweeper(world, { work });
    await sweep();
    await reached;
    const [coming = expect.fail(), ...later] = await openDue(open, 2);
    await world.admin.query(
      `UPDATE settlement.settlement SET run_at = now() + interval '1 second' WHERE tournament_id = $1`,
      [coming.tournamentId],
    );
    await sweep();
    await expect.poll(() => countDone([...others, ...later, coming])).toBe(4);
  });
});
