import { DomainError } from "@tms/kit/errors/domain-error";
import { violatedConstraint } from "@tms/kit/database/errors";
import { newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { getReason } from "../../../test/world/actions.ts";
import { holdLocks, waitForLocks } from "../../../test/world/locks.ts";
import type { World } from "../../../test/world/world.ts";
import type { BatchedClients } from "../src/clients.ts";
import type { Context } from "../src/context.ts";
import { deletePlan, insertPayouts, recordPayment, sumPayouts } from "../src/db/payouts.ts";
import {
  begin,
  claim,
  findSettlement,
  finish,
  plan,
  type SettlementRow,
} from "../src/db/settlements.ts";
import { settle } from "../src/settle.ts";
import { describe, expect, test, type Open, type Tournament } from "./tournament.ts";

const DEFECT = { error: new DomainError("INTERNAL", "a defect") };

const retry = ({ settlement }: World, { tournamentId }: Tournament, requestId = newId()) =>
  settlement.retrySettlement({ requestId, tournamentId });

/** Opens a tournament whose settlement finds more in the pool than its plan pays, and cancels it. */
async function openSurplus(open: Open, handles = ["ada"]): Promise<Tournament> {
  const tournament = await open({ handles });
  await tournament.addSurplus(5n);
  await tournament.cancel();
  return tournament;
}

const countRefunds = async ({ admin }: World, { gameId }: Tournament) => {
  const refunds = `SELECT FROM wallet.transfer WHERE game_id = $1 AND kind = 'refund'`;
  return (await admin.query(refunds, [gameId])).rowCount;
};

describe("a settlement that cannot go on yet", () => {
  test("retries with growing pauses in an outage, then at a defect", async ({ open, world }) => {
    const tournament = await open({ handles: ["ada"] });
    const pauses: number[] = [];
    {
      using _outage = world.fail("BatchCloseAccount");
      for (let attempt = 1; attempt <= 30; attempt++) {
        const settlement = await tournament.work();
        expect(settlement).toMatchObject({ state: SettlementState.SCHEDULED, failures: attempt });
        expect(settlement.nextAttemptTime).toBeDefined();
        const { rows } = await world.admin.query<{ seconds: number }>(
          `SELECT extract(epoch FROM run_at - now())::float8 AS seconds
           FROM settlement.settlement WHERE tournament_id = $1`,
          [tournament.tournamentId],
        );
        pauses.push(rows[0]?.seconds ?? 0);
      }
    }
    expect(pauses[0]).toBeLessThan(1);
    expect(pauses[5]).toBeGreaterThan(5);
    expect(pauses[29]).toBeGreaterThan(55);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(60);
    {
      using _defect = world.fail("BatchCloseAccount", DEFECT);
      expect((await tournament.work()).state).toBe(SettlementState.SCHEDULED);
    }
    const done = await tournament.work();
    expect(done).toMatchObject({ state: SettlementState.DONE, failures: 0 });
    expect(done.nextAttemptTime).toBeUndefined();
  });

  test("waits out the loss of its own database", async ({ open, world }) => {
    const tournament = await open({ handles: ["ada"] });
    await world.admin.query(
      `CREATE FUNCTION settlement.cut() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
       CREATE TRIGGER cut BEFORE INSERT ON settlement.payout
         FOR EACH STATEMENT EXECUTE FUNCTION settlement.cut()`,
    );
    try {
      for (let failures = 1; failures <= 25; failures++)
        expect(await tournament.work()).toMatchObject({
          state: SettlementState.PLANNING,
          failures,
        });
    } finally {
      await world.admin.query(`DROP FUNCTION settlement.cut CASCADE`);
    }
    expect((await tournament.work()).state).toBe(SettlementState.DONE);
  });
});

describe("a settlement that an operator must look at", () => {
  test("is dead at once if the plan and the pool differ", async ({ open, world }) => {
    const tournament = await openSurplus(open, ["ada", "bob"]);
    const dead = await tournament.work();
    expect(dead.state).toBe(SettlementState.DEAD);
    expect(dead.lastError).toContain(
      "the planned payouts of 6 and the fee of 0 do not equal the pool of 11",
    );
    expect(await countRefunds(world, tournament)).toBe(0);
    await tournament.removeSurplus(5n);
    await retry(world, tournament);
    expect((await tournament.work()).state).toBe(SettlementState.DONE);
    expect((await tournament.money()).game).toBe(0n);
  });

  test("is dead at once if its plan would pay an entry twice", async ({ open, world }) => {
    const tournament = await open({ handles: ["ada", "bob"] });
    // The pool has enough for the third payout.
    await tournament.addSurplus(3n);
    await tournament.cancel();
    const healthy = world.contexts.settlement;
    const readTwice: Context["entries"]["readStandings"] = async (...call) => {
      const page = await healthy.entries.readStandings(...call);
      for (const column of [page.entryIds, page.gamerIds, page.handles])
        column.push(column[0] ?? "");
      page.ranks.push(page.ranks[0] ?? 0);
      return page;
    };
    const entries = { ...healthy.entries, readStandings: readTwice };
    const dead = await tournament.work({ ...healthy, entries });
    expect(dead.state).toBe(SettlementState.DEAD);
    expect(dead.lastError).toContain("the plan has 3 payouts for 2 entries");
    expect(await countRefunds(world, tournament)).toBe(0);
    // A retry plans anew.
    await tournament.removeSurplus(3n);
    await retry(world, tournament);
    expect((await tournament.work()).state).toBe(SettlementState.DONE);
    expect((await tournament.money()).pool).toBe(0n);
  });

  test("is dead if the ledger refuses a payout; a retry pays it", async ({ open, world }) => {
    const handles = ["ada", "bob", "cyd"];
    const tournament = await open({ payer: Payer.WALLET, feeMinor: 10n, handles });
    await tournament.fillWallet("bob");
    await tournament.cancel();
    const dead = await tournament.work();
    expect(dead.state).toBe(SettlementState.DEAD);
    expect(dead.lastError).toContain(
      "refused 1 of the payouts; the first refusal is BALANCE_OVERFLOW",
    );
    expect((await tournament.read()).payouts.map(({ payTime }) => payTime !== undefined)).toEqual([
      true,
      false,
      true,
    ]);
    expect(await tournament.balancesOf("ada", "cyd")).toEqual([10n, 10n]);
    await tournament.emptyWallet("bob");
    await retry(world, tournament);
    expect((await tournament.work()).state).toBe(SettlementState.DONE);
    expect(await tournament.balancesOf(...handles)).toEqual([10n, 10n, 10n]);
  });

  test("is dead if the pool is not empty after all was paid", async ({ open, world }) => {
    const tournament = await open({ feeMinor: 10n, handles: ["ada"] });
    const { tournamentId } = tournament;
    {
      using _payment = world.watch({
        async after({ rpc }) {
          if (rpc === "BatchDisburse") await tournament.addToBalance(tournamentId, 1n);
        },
      });
      const dead = await tournament.work();
      expect(dead).toMatchObject({ state: SettlementState.DEAD });
      expect(dead.lastError).toContain("the pool still holds 1 after all payouts");
      expect((await tournament.message()).status).toBe(Status.SETTLING);
    }
    await tournament.addToBalance(tournamentId, -1n);
    await retry(world, tournament);
    expect((await tournament.work()).state).toBe(SettlementState.DONE);
    expect((await tournament.message()).status).toBe(Status.COMPLETED);
    expect(await tournament.balancesOf("ada")).toEqual([10n]);
  });

  test("keeps the reason that Postgres gives, not the SQL", async ({ open, world }) => {
    const tournament = await open({ handles: ["ada"] });
    await world.admin.query(`REVOKE INSERT ON settlement.payout FROM tms_settlement`);
    try {
      const { lastError } = await tournament.work();
      expect(lastError).toBe("error: permission denied for table payout");
    } finally {
      await world.admin.query(`GRANT INSERT ON settlement.payout TO tms_settlement`);
    }
    expect((await tournament.work()).state).toBe(SettlementState.DONE);
  });

  test("is dead after 20 failures by a defect", async ({ open, world }) => {
    const tournament = await open({ handles: ["ada"] });
    using _defect = world.fail("BatchFreezeRanking", DEFECT);
    for (let attempt = 1; attempt < 20; attempt++)
      expect((await tournament.work()).state).toBe(SettlementState.PLANNING);
    expect((await tournament.work()).state).toBe(SettlementState.DEAD);
  });
});

describe("RetrySettlement", () => {
  test("wakes a worker once, and returns the state to a repeat", async ({ open, world }) => {
    const tournament = await openSurplus(open);
    await tournament.work();
    const earlier = newId();
    await retry(world, tournament, earlier);
    expect((await tournament.work()).state).toBe(SettlementState.DEAD);
    expect((await retry(world, tournament, earlier)).settlement?.state).toBe(SettlementState.DEAD);
    await tournament.removeSurplus(5n);
    world.wakeups.length = 0;
    const requestId = newId();
    const first = await retry(world, tournament, requestId);
    expect(first.settlement).toMatchObject({ state: SettlementState.SCHEDULED, failures: 0 });
    expect(world.wakeups).toMatchObject([{ tournamentId: tournament.tournamentId }]);
    await tournament.work();
    const repeated = await retry(world, tournament, requestId);
    expect(repeated.settlement?.state).toBe(SettlementState.DONE);
  });

  test("is refused unless the settlement is dead", async ({ open, world }) => {
    expect(await getReason(retry(world, await open()))).toBe("SETTLEMENT_NOT_DEAD");
    const unknown = world.settlement.retrySettlement({ requestId: newId(), tournamentId: newId() });
    expect(await getReason(unknown)).toBe("SETTLEMENT_NOT_FOUND");
  });
});

const findRow = ({ contexts }: World, { tournamentId }: Tournament) =>
  findSettlement(contexts.settlement.db, { tournamentId });

/** Starts a worker that has the settlement. It fails by a defect when a test lets it go on. */
async function startSlowWorker(world: World, tournament: Tournament, call: keyof BatchedClients) {
  const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const fail = async () => {
    reached.resolve();
    await held.promise;
    throw new Error("the slow worker failed");
  };
  const context = world.contexts.settlement;
  await tournament.end();
  const slow = { ...context, calls: { ...context.calls, [call]: fail } };
  const working = settle(slow, tournament.tournamentId);
  await reached.promise;
  return {
    async fail() {
      held.resolve();
      await working;
    },
  };
}

describe("the failure of a worker whose lease ran out", () => {
  test("leaves a settlement dead that another worker gave up", async ({ open, world }) => {
    const tournament = await openSurplus(open);
    const slow = await startSlowWorker(world, tournament, "closeRegistration");
    expect((await tournament.work()).state).toBe(SettlementState.DEAD);
    const before = await findRow(world, tournament);
    await slow.fail();
    expect(await findRow(world, tournament)).toEqual(before);
  });

  test("does not end the lease of another worker, and is not counted", async ({ open, world }) => {
    const tournament = await open({ handles: ["ada"] });
    const slow = await startSlowWorker(world, tournament, "closeRegistration");
    const other = await startSlowWorker(world, tournament, "freezeRanking");
    const before = await findRow(world, tournament);
    expect(before).toMatchObject({ state: "planning", failures: 0 });
    await slow.fail();
    expect(await findRow(world, tournament)).toEqual(before);
    await other.fail();
    expect(await findRow(world, tournament)).toMatchObject({ failures: 1, defects: 1 });
  });
});

test("keeps the lease of a long payment, and counts its failure", async ({ open, world }) => {
  const handles = Array.from({ length: 1_500 }, (_, index) => `gamer-${index}`);
  const tournament = await open({ handles });
  {
    using _defect = world.fail("BatchGetBalances", DEFECT);
    expect(await tournament.work()).toMatchObject({ state: SettlementState.PAYING, failures: 1 });
  }
  expect((await tournament.work()).state).toBe(SettlementState.DONE);
});

describe("a plan", () => {
  const payout = {
    entryId: newId(),
    position: 1,
    gamerId: newId(),
    handle: "ada",
    rank: 1,
    amountMinor: 1n,
    transferId: newId(),
  };

  test("is stored only by the worker who has the settlement", async ({ open, world }) => {
    const tournament = await open({ handles: ["ada"] });
    const slow = await startSlowWorker(world, tournament, "freezeRanking");
    const held = await findRow(world, tournament);
    if (!held?.leaseUntil) return expect.fail();
    const stale = { ...held, leaseUntil: new Date(held.leaseUntil.getTime() - 1) };
    const { db } = world.contexts.settlement;
    const payouts = async (settlement: SettlementRow) => {
      await insertPayouts(db, [{ settlement, toGame: false, payouts: [payout] }]);
      return (await sumPayouts(db, [tournament]))[0]?.count;
    };
    const isPlanned = async (settlement: SettlementRow) => {
      const [row] = await plan(db, [{ ...settlement, feeMinor: 0n, entries: 1, payouts: 1 }]);
      return row !== undefined;
    };
    expect([await payouts(stale), await isPlanned(stale)]).toEqual([0, false]);
    expect([await payouts(held), await isPlanned(held)]).toEqual([1, true]);
    await slow.fail();
  });

  test("cannot be removed once something was paid", async ({ open, world }) => {
    const tournament = await open({ handles: ["ada", "bob"] });
    expect((await tournament.work()).state).toBe(SettlementState.DONE);
    const { db } = world.contexts.settlement;
    const removed = deletePlan(db, tournament.tournamentId).catch(violatedConstraint);
    expect(await removed).toBe("payout_kept");
    expect(await sumPayouts(db, [tournament])).toMatchObject([{ count: 2 }]);
  });
});

type Db = Context["db"];
type Ids = { tournamentId: string }[];
/** Returns changes of settlements that this test has the lease of. */
const toChanges = <T extends object>(ids: Ids, change: T) =>
  ids.map((id) => ({ ...id, gameId: newId(), leaseUntil: new Date(0), ...change }));
const beginAll = (db: Db, ids: Ids) =>
  begin(db, toChanges(ids, { kind: "payout", currency: "USD", poolMinor: 0n }));
const planAll = (db: Db, ids: Ids) =>
  plan(db, toChanges(ids, { feeMinor: 0n, entries: 0, payouts: 0 }));
const payAll = (db: Db, ids: Ids) =>
  recordPayment(db, toChanges(ids, { throughPosition: 1, events: Buffer.alloc(0) }));

test.for<[string, SettlementRow["state"], (db: Db, ids: Ids) => Promise<unknown>]>([
  ["take up", "scheduled", claim],
  ["begin", "scheduled", beginAll],
  ["plan", "planning", planAll],
  ["pay", "paying", payAll],
  ["finish", "paying", finish],
])(
  "does not deadlock if two workers %s settlements in different orders",
  async ([, state, statement], { world }) => {
    const { db } = world.contexts.settlement;
    const { rows } = await db.$client.query<{ id: string }>(
      `INSERT INTO settlement (tournament_id, game_id, kind, state, due_at, run_at, lease_until,
         currency, pool_minor)
       SELECT id, id, 'payout', $2, now(), now(), to_timestamp(0), 'USD', 0
       FROM unnest($1::uuid[]) AS id
       RETURNING tournament_id AS id`,
      [[newId(), newId(), newId()], state],
    );
    const [first = "", second = "", third = ""] = rows.map(({ id }) => id).toSorted();
    await using holder = await holdLocks(
      world,
      "SELECT FROM settlement.settlement WHERE tournament_id = $1 FOR UPDATE",
      [third],
    );
    // Without an order it has the second by now, and next it wants the first.
    const toIds = (...ids: string[]) => ids.map((tournamentId) => ({ tournamentId }));
    const one = statement(db, toIds(second, third, first));
    await waitForLocks(world);
    const other = statement(db, toIds(first, second));
    await waitForLocks(world, 2);
    await holder.end();
    await Promise.all([one, other]);
  },
);
