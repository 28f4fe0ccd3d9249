import { over } from "@tms/kit/database/handle";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { toRefusal } from "../../../test/world/actions.ts";
import type { World } from "../../../test/world/world.ts";
import { createBatchedClients } from "../src/clients.ts";
import type { Context } from "../src/context.ts";
import { createQueries } from "../src/queries.ts";
import { settle } from "../src/settle.ts";
import { describe, expect, test, type Open, type Options, type Tournament } from "./tournament.ts";

const HANDLES = ["best", "next", "tie1", "tie2"];
const OPTIONS = { feeMinor: 101n, handles: HANDLES };

interface Ending {
  options: Options;
  isCancelled?: boolean;
  status: Status;
  /** What the platform and the gamers have afterwards. */
  paid: bigint[];
}

/** Every way in which a tournament can end. */
const ENDINGS: Record<string, Ending> = {
  "paid out": {
    options: { ...OPTIONS, prizeSplit: [50, 30, 20], platformFeeBps: 1_000 },
    status: Status.COMPLETED,
    // 404 less 40: 182 + 109 of it by shares, and 72 shared by two; the odd unit to the best.
    paid: [40n, 183n, 109n, 36n, 36n],
  },
  cancelled: {
    options: { ...OPTIONS, payer: Payer.WALLET, platformFeeBps: 1_000 },
    isCancelled: true,
    status: Status.CANCELLED,
    paid: [0n, 101n, 101n, 101n, 101n],
  },
  abandoned: {
    options: { ...OPTIONS, payer: Payer.WALLET, minEntries: 5 },
    status: Status.CANCELLED,
    paid: [0n, 101n, 101n, 101n, 101n],
  },
};

type Moment = "before" | "after";
/** A step fails, or its worker dies in it and is never heard of again. */
type Fault = "fails" | "dies";

/** A worker whose calls and queries are counted, and go wrong when a test says so. */
function createWorker(world: World) {
  const healthy = world.contexts.settlement;
  let steps = 0;
  let died = Promise.withResolvers<void>();
  let plan: { step: number; moment: Moment; fault: Fault } | undefined;

  async function pass(step: number, moment: Moment): Promise<void> {
    if (plan?.step !== step || plan.moment !== moment) return;
    if (plan.fault === "fails") throw toRefusal(new Error("out of order"));
    died.resolve();
    await new Promise<never>(() => undefined);
  }

  const { $client } = healthy.db;
  const db = over(
    new Proxy($client, {
      get(target, key) {
        if (key === "connect") return target.connect.bind(target);
        if (key !== "query") return Reflect.get(target, key) as unknown;
        return async (...query: unknown[]) => {
          const step = steps++;
          await pass(step, "before");
          const result: unknown = await Reflect.apply(target.query, target, query);
          await pass(step, "after");
          return result;
        };
      },
    }),
  );
  // A dead worker leaves its batchers stuck, so each attempt has its own.
  const createContext = (): Context => ({
    ...healthy,
    db,
    queries: createQueries(db),
    calls: createBatchedClients(healthy),
  });
  const numbers = new Map<object, number>();
  const calls = {
    before(call: object) {
      numbers.set(call, steps);
      return pass(steps++, "before");
    },
    after: (call: object) => pass(numbers.get(call) ?? -1, "after"),
  };

  return {
    /** Works on a tournament until it is done; returns the number of calls and queries. */
    async workUntilDone(tournament: Tournament, faultPlan?: typeof plan): Promise<number> {
      steps = 0;
      plan = faultPlan;
      for (let attempt = 0; attempt < 5; attempt++) {
        await tournament.end();
        died = Promise.withResolvers();
        {
          using _calls = world.watch(calls);
          const work = settle(createContext(), tournament.tournamentId).catch(() => undefined);
          await Promise.race([work, died.promise]);
        }
        if ((await tournament.state()) === SettlementState.DONE) break;
      }
      return steps;
    },
  };
}

describe.for(Object.keys(ENDINGS))("a tournament that is %s", (name) => {
  const { options, isCancelled, status, paid } = ENDINGS[name] ?? expect.fail();

  async function start(open: Open): Promise<Tournament> {
    const tournament = await open(options);
    await tournament.eliminate("tie1", "tie2");
    await tournament.eliminate("next");
    if (isCancelled) await tournament.cancel();
    return tournament;
  }

  async function expectPaidOnce(tournament: Tournament): Promise<void> {
    expect(await tournament.state()).toBe(SettlementState.DONE);
    const { platform, pool } = await tournament.money();
    expect([platform, ...(await tournament.balancesOf(...HANDLES))]).toEqual(paid);
    expect(pool).toBe(0n);
    const winnerCount = status === Status.COMPLETED ? 1 : 0;
    expect(await tournament.message()).toMatchObject({ status, winnerCount });
  }

  test.for([
    ["fails", "before"],
    ["fails", "after"],
    ["dies", "before"],
    ["dies", "after"],
  ] as const)(
    "pays everyone once if a worker %s %s any call or query",
    async ([fault, moment], { open, world }) => {
      const worker = createWorker(world);
      const smooth = await start(open);
      const steps = await worker.workUntilDone(smooth);
      await expectPaidOnce(smooth);
      expect(steps).toBeGreaterThan(10);
      for (let step = 0; step < steps; step++) {
        const tournament = await start(open);
        const taken = await worker.workUntilDone(tournament, { step, moment, fault });
        expect(taken).toBeGreaterThan(step);
        await expectPaidOnce(tournament);
      }
    },
  );

  test("pays everyone once if two workers run in step", async ({ open, world }) => {
    const context = world.contexts.settlement;
    for (let round = 0; round < 5; round++) {
      const tournament = await start(open);
      await tournament.end();
      // Each takes the other for dead: the lease of the first is broken when it has begun.
      const first = settle(context, tournament.tournamentId);
      await expect.poll(() => isLeased(world, tournament), { interval: 1 }).toBe(true);
      await tournament.end();
      await Promise.all([first, settle(context, tournament.tournamentId)]);
      await createWorker(world).workUntilDone(tournament);
      await expectPaidOnce(tournament);
    }
  });
});

async function isLeased({ admin }: World, { tournamentId }: Tournament): Promise<boolean> {
  const { rowCount } = await admin.query(
    `SELECT FROM settlement.settlement
     WHERE tournament_id = $1 AND (lease_until > now() OR state = 'done')`,
    [tournamentId],
  );
  return rowCount === 1;
}

test("lets one of many workers take a settlement up", async ({ open, world }) => {
  const tournament = await open({ handles: ["ada"] });
  const { tournamentId } = tournament;
  await tournament.end();
  const before = world.calls("BatchFreezeRanking").length;
  const workers = Array.from({ length: 10 }, () => settle(world.contexts.settlement, tournamentId));
  await Promise.all(workers);
  expect(world.calls("BatchFreezeRanking")).toHaveLength(before + 1);
  expect(await tournament.balancesOf("ada")).toEqual([3n]);
});

describe("tournaments that are settled at the same time", () => {
  const TERMS = { feeMinor: 100n, platformFeeBps: 1_000, prizeSplit: [70, 30] };

  /** Opens tournaments of three entries. */
  async function openMany(open: Open, count: number, options: Options = TERMS) {
    const tournaments: Tournament[] = [];
    for (let number = 0; number < count; number++) {
      const tournament = await open({ ...options, handles: ["ada", "bob", "cyd"] });
      await tournament.eliminate("cyd");
      await tournament.eliminate("bob");
      tournaments.push(tournament);
    }
    return tournaments;
  }

  async function workOn(world: World, tournaments: readonly Tournament[]): Promise<void> {
    const { settlement } = world.contexts;
    for (const tournament of tournaments) await tournament.end();
    await Promise.all(tournaments.map(({ tournamentId }) => settle(settlement, tournamentId)));
  }

  async function expectPaid(tournament: Tournament): Promise<void> {
    expect(await tournament.state()).toBe(SettlementState.DONE);
    expect(await tournament.message()).toMatchObject({
      status: Status.COMPLETED,
      winnerGamerIds: [await tournament.gamerId("ada")],
    });
    expect(await tournament.balancesOf("ada", "bob", "cyd")).toEqual([189n, 81n, 0n]);
    expect(await tournament.money()).toMatchObject({ platform: 30n, pool: 0n });
  }

  test("share their calls", async ({ open, world }) => {
    const tournaments = await openMany(open, 20);
    const before = world.calls().length;
    await workOn(world, tournaments);
    const calls = world.calls().slice(before);
    expect(calls.length).toBeLessThan(3 * tournaments.length);
    expect(calls.filter(({ rpc }) => !rpc.startsWith("Batch"))).toEqual([]);
    for (const tournament of tournaments) await expectPaid(tournament);
  });

  test("are paid, refunded, refused or left pending as if alone", async ({ open, world }) => {
    const [surplus, refused, cancelled, crowded, joining, ranked, plain] = await openMany(open, 7);
    const [few] = await openMany(open, 1, { ...TERMS, minEntries: 4 });
    if (!surplus || !refused || !cancelled || !crowded || !joining || !ranked || !plain || !few)
      return expect.fail();
    await surplus.addSurplus(5n);
    await surplus.cancel();
    await refused.fillWallet("bob");
    await cancelled.cancel();
    await crowded.join(...Array.from({ length: 120 }, (_, index) => `gamer-${index}`));
    await ranked.complete([{ handle: "ada", rank: 1 }]);
    {
      using _outage = world.fail("CollectFees");
      await expect(joining.join("dan")).rejects.toMatchObject({ reason: "UNAVAILABLE" });
      await workOn(world, [surplus, refused, cancelled, crowded, joining, ranked, plain, few]);
    }
    for (const tournament of [ranked, plain]) await expectPaid(tournament);
    for (const tournament of [surplus, refused])
      expect(await tournament.state()).toBe(SettlementState.DEAD);
    expect(await refused.balancesOf("ada")).toEqual([189n]);
    for (const tournament of [cancelled, few]) expect((await tournament.money()).game).toBe(0n);
    expect((await few.message()).status).toBe(Status.CANCELLED);
    expect((await crowded.message()).winnerCount).toBe(121);
    expect((await crowded.money()).pool).toBe(0n);
    expect((await joining.read()).settlement).toMatchObject({
      state: SettlementState.SCHEDULED,
      lastError: expect.stringContaining("1 joins are still pending"),
    });
    expect((await joining.message()).status).toBe(Status.PUBLISHED);
    await workOn(world, [joining]);
    expect(await joining.state()).toBe(SettlementState.DONE);
    expect((await joining.money()).pool).toBe(0n);
  });

  test.for(["before", "after"] as const)(
    "are paid once each if a call of them all fails %s its work",
    async (when, { open, world }) => {
      const start = world.calls().length;
      await workOn(world, await openMany(open, 3));
      const rpcs = new Set(
        world
          .calls()
          .slice(start)
          .map(({ rpc }) => rpc),
      );
      const failing = [...rpcs].filter((rpc) => rpc.startsWith("Batch") && rpc !== "BatchJoin");
      expect(failing).toContain("BatchDisburse");
      for (const rpc of failing) {
        const tournaments = await openMany(open, 3);
        {
          using failure = world.fail(rpc, { when, times: 1 });
          for (let attempt = 0; attempt < 2; attempt++) await workOn(world, tournaments);
          await failure.met;
        }
        for (const tournament of tournaments) await expectPaid(tournament);
      }
    },
  );
});
