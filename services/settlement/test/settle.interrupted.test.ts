import { over, type Db } from "@tms/kit/database/handle";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { createCalls } from "../src/clients/clients.ts";
import { settle } from "../src/settle.ts";
import { createStore } from "../src/batching/queries.ts";
import type { Cup, CupOptions } from "./fakes/tournament.ts";
import type { Fault, Faults } from "./fakes/faults.ts";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

let under: SettlementUnderTest;
beforeAll(async () => {
  under = await startSettlement();
});
afterAll(() => under.close());

// The queries of a worker can go wrong like its calls.
const faultyDb = ({ $client }: Db, faults: Faults): Db =>
  over(
    new Proxy($client, {
      get(target, key) {
        if (key !== "query") return Reflect.get(target, key) as unknown;
        return (...query: unknown[]) =>
          faults.around(
            "query",
            () => Reflect.apply(target.query, target, query) as Promise<unknown>,
          );
      },
    }),
  );

/** Every way a cup can end, with what its accounts must hold afterwards. */
const ENDINGS: Record<
  string,
  { options: Partial<CupOptions>; end(cup: Cup): Promise<unknown>; status: Status; paid: bigint[] }
> = {
  "paid out": {
    options: { prizeSplit: [50, 30, 20], platformFeeBps: 1_000, feeMinor: 101n },
    end: (cup) => under.schedule(cup),
    status: Status.COMPLETED,
    // 404 less 40: 182 + 109 of it by shares, and 72 shared by two; the odd unit to the best.
    paid: [40n, 183n, 109n, 36n, 36n],
  },
  cancelled: {
    options: { payer: Payer.WALLET, feeMinor: 101n, platformFeeBps: 1_000 },
    end(cup) {
      cup.status = Status.CANCELLED;
      const { gameId, id: tournamentId } = cup;
      return under.client.startRefund({ requestId: newId(), gameId, tournamentId });
    },
    status: Status.CANCELLED,
    paid: [0n, 101n, 101n, 101n, 101n],
  },
  abandoned: {
    options: { payer: Payer.WALLET, feeMinor: 101n, minEntries: 5 },
    end: (cup) => under.schedule(cup),
    status: Status.CANCELLED,
    paid: [0n, 101n, 101n, 101n, 101n],
  },
};

type Plan = Faults["plan"];

describe.for(Object.keys(ENDINGS))("a tournament that is %s", (ending) => {
  const { options, end, status, paid } = ENDINGS[ending]!;

  async function scheduled(): Promise<Cup> {
    const cup = under.cup(options);
    cup.join("best", "next", "tie1", "tie2");
    cup.eliminate("tie1", "tie2");
    cup.eliminate("next");
    await end(cup);
    return cup;
  }

  /** Works on a cup until it is done; returns how many calls and queries that took. */
  async function workUntilDone(cup: Cup, plan: Plan): Promise<number> {
    const faults = under.faults;
    faults.calls.length = 0;
    faults.plan = plan;
    const db = faultyDb(under.context.db, faults);
    const context = {
      ...under.context,
      db,
      store: createStore(db),
      calls: createCalls(under.context),
    };
    for (let attempt = 0; attempt < 5; attempt++) {
      await under.makeDue(cup);
      const died = faults.renew();
      await Promise.race([settle(context, cup.id).catch(() => undefined), died]);
      if (await isDone(cup)) break;
    }
    return faults.calls.length;
  }

  // Past the faults, and no call that would be counted.
  async function isDone(cup: Cup): Promise<boolean> {
    const { rowCount } = await under.context.db.$client.query(
      `SELECT FROM settlement WHERE tournament_id = $1 AND state = 4`,
      [cup.id],
    );
    return rowCount === 1;
  }

  async function expectPaidOnce(cup: Cup): Promise<void> {
    const { settlement } = await under.read(cup);
    expect(settlement.state).toBe(SettlementState.DONE);
    expect([
      under.ledger.balance(cup.accounts.platform),
      ...["best", "next", "tie1", "tie2"].map(cup.balanceOf),
    ]).toEqual(paid);
    expect(under.ledger.balance(cup.accounts.pool)).toBe(0n);
    expect(under.ledger.total()).toBe(0n);
    expect(cup.status).toBe(status);
    expect(cup.winners.size).toBe(status === Status.COMPLETED ? 1 : 0);
  }

  test.for(["before", "after"] as const)(
    "pays everyone once, whichever call or query is interrupted %s it is done",
    async (moment) => {
      const smooth = await scheduled();
      const steps = await workUntilDone(smooth, () => undefined);
      await expectPaidOnce(smooth);
      expect(steps).toBeGreaterThan(10);
      for (const fault of ["fails", "dies"] satisfies Fault[])
        for (let step = 0; step < steps; step++) {
          const cup = await scheduled();
          const taken = await workUntilDone(cup, ({ index, when }) =>
            index === step && when === moment ? fault : undefined,
          );
          expect(taken).toBeGreaterThan(step);
          await expectPaidOnce(cup);
        }
    },
  );

  test("pays everyone once when two workers are at it in step", async () => {
    for (let round = 0; round < 5; round++) {
      const cup = await scheduled();
      under.faults.plan = () => undefined;
      await under.makeDue(cup);
      // Each believes the other dead: the lease of the first is broken when it has begun.
      const first = settle(under.context, cup.id);
      await expect.poll(() => isLeased(cup), { interval: 1 }).toBe(true);
      await under.makeDue(cup);
      await Promise.all([first, settle(under.context, cup.id)]);
      await workUntilDone(cup, () => undefined);
      await expectPaidOnce(cup);
    }
  });

  const isLeased = async (cup: Cup) => {
    const { rows } = await under.context.db.$client.query<{ leased: boolean }>(
      `SELECT retry_at > now() OR state = 4 AS leased FROM settlement WHERE tournament_id = $1`,
      [cup.id],
    );
    return rows[0]?.leased;
  };
});

test("of many workers only one takes up a settlement", async () => {
  const cup = under.cup();
  cup.join("ada");
  await under.schedule(cup);
  under.faults.plan = () => undefined;
  under.faults.calls.length = 0;
  await Promise.all(Array.from({ length: 10 }, () => settle(under.context, cup.id)));
  expect(under.faults.calls.filter((name) => name === "BatchFreezeRanking")).toHaveLength(1);
  expect(cup.balanceOf("ada")).toBe(3n);
});
