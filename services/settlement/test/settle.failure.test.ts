import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ConnectError } from "@connectrpc/connect";
import { toRemoteError } from "@tms/kit/errors/status";
import { newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
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

const retry = (cup: Cup) =>
  under.client.retrySettlement({ requestId: newId(), tournamentId: cup.id });

const cancel = (cup: Cup) => {
  cup.status = Status.CANCELLED;
  const { gameId, id: tournamentId } = cup;
  return under.client.startRefund({ requestId: newId(), gameId, tournamentId });
};

/** How long a settlement waits for its next attempt. */
async function pauseOf(cup: Cup): Promise<number> {
  const { rows } = await under.context.db.$client.query<{ seconds: number }>(
    `SELECT extract(epoch FROM retry_at - now())::float8 AS seconds
     FROM settlement WHERE tournament_id = $1`,
    [cup.id],
  );
  return rows[0]?.seconds ?? 0;
}

describe("a settlement that cannot go on yet", () => {
  test("is repeated until the last join under way is finished", async () => {
    const cup = under.cup();
    cup.join("ada", "bob");
    cup.unfinished = 2;
    await under.schedule(cup);
    for (const left of [2, 1]) {
      const settlement = await under.work(cup);
      expect(settlement.state).toBe(SettlementState.SCHEDULED);
      expect(settlement.lastError).toContain(`${left} joins are still under way`);
      expect(cup.status).toBe(Status.PUBLISHED);
    }
    expect((await under.work(cup)).state).toBe(SettlementState.DONE);
  });

  test("waits out an outage with growing pauses and never dies of it", async () => {
    const cup = under.cup();
    cup.join("ada");
    await under.schedule(cup);
    under.faults.plan = ({ name }) => (name === "BatchCloseAccount" ? "fails" : undefined);
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 30; attempt++) {
      expect(await under.work(cup)).toMatchObject({
        state: SettlementState.SCHEDULED,
        failures: attempt,
      });
      pauses.push(await pauseOf(cup));
    }
    expect(pauses[0]).toBeLessThan(1);
    expect(pauses[5]).toBeGreaterThan(5);
    expect(pauses[29]).toBeGreaterThan(55);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(60);
    under.faults.plan = () => undefined;
    expect(await under.work(cup)).toMatchObject({ state: SettlementState.DONE, failures: 0 });
  });

  test("waits out the loss of its own database too", async () => {
    const cup = under.cup();
    cup.join("ada");
    await under.schedule(cup);
    await under.admin.query(
      `CREATE FUNCTION settlement.cut() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
       CREATE TRIGGER cut BEFORE INSERT ON settlement.payout
         FOR EACH STATEMENT EXECUTE FUNCTION settlement.cut()`,
    );
    try {
      for (let attempt = 1; attempt <= 25; attempt++)
        expect(await under.work(cup)).toMatchObject({
          state: SettlementState.PLANNING,
          failures: attempt,
        });
    } finally {
      await under.admin.query(`DROP FUNCTION settlement.cut CASCADE`);
    }
    expect((await under.work(cup)).state).toBe(SettlementState.DONE);
  });

  test("does not die of one defect after a long outage", async () => {
    const cup = under.cup();
    cup.join("ada");
    await under.schedule(cup);
    under.faults.plan = ({ name }) => (name === "BatchCloseAccount" ? "fails" : undefined);
    for (let attempt = 0; attempt < 25; attempt++) await under.work(cup);
    under.faults.plan = ({ name }) => (name === "BatchCloseAccount" ? "breaks" : undefined);
    expect((await under.work(cup)).state).toBe(SettlementState.SCHEDULED);
    under.faults.plan = () => undefined;
    expect((await under.work(cup)).state).toBe(SettlementState.DONE);
  });
});

describe("a settlement that no repeat mends", () => {
  test("is a dead letter at once when the plan and the pool differ, until that is put right", async () => {
    const cup = under.cup({ feeMinor: 10n });
    cup.join("ada", "bob");
    under.ledger.move(cup.accounts.game, cup.accounts.pool, 5n, TransferKind.ENTRY_FEE);
    await cancel(cup);
    const dead = await under.work(cup);
    expect(dead.state).toBe(SettlementState.DEAD);
    expect(dead.lastError).toContain("the plan comes to 20 and a fee of 0, the pool holds 25");
    expect(under.ledger.moved(TransferKind.REFUND)).toBe(0n);

    under.ledger.move(cup.accounts.pool, cup.accounts.game, 5n, TransferKind.REFUND);
    await retry(cup);
    expect((await under.work(cup)).state).toBe(SettlementState.DONE);
    expect(under.ledger.balance(cup.accounts.game)).toBe(0n);
  });

  test("is a dead letter at once when its plan would pay an entry twice", async () => {
    const cup = under.cup({ feeMinor: 10n });
    cup.join("ada", "bob");
    cup.entries.push({ ...cup.entry("ada") });
    // The pool would bear it.
    under.ledger.move(cup.accounts.game, cup.accounts.pool, 10n, TransferKind.ENTRY_FEE);
    await cancel(cup);
    const refunded = under.ledger.moved(TransferKind.REFUND);
    const dead = await under.work(cup);
    expect(dead.state).toBe(SettlementState.DEAD);
    expect(dead.lastError).toContain("the plan pays 3 times to 2 entries");
    expect(under.ledger.moved(TransferKind.REFUND)).toBe(refunded);
  });

  test("is a dead letter when the ledger refuses a payout, with nothing paid twice after", async () => {
    const cup = under.cup({ payer: Payer.WALLET, feeMinor: 10n });
    cup.join("ada", "bob", "cyd");
    under.ledger.close(cup.wallet("bob"));
    await cancel(cup);
    const dead = await under.work(cup);
    expect(dead.state).toBe(SettlementState.DEAD);
    expect(dead.lastError).toContain("refused 1 of the payouts, the first with ACCOUNT_CLOSED");
    expect(["ada", "bob", "cyd"].map(cup.balanceOf)).toEqual([10n, 0n, 10n]);

    under.ledger.reopen(cup.wallet("bob"));
    await retry(cup);
    expect((await under.work(cup)).state).toBe(SettlementState.DONE);
    expect(["ada", "bob", "cyd"].map(cup.balanceOf)).toEqual([10n, 10n, 10n]);
  });

  test("is a dead letter when the pool is not empty after all was paid", async () => {
    const cup = under.cup({ feeMinor: 10n });
    cup.join("ada");
    await under.schedule(cup);
    // Somebody pays into the pool behind the ledger's back.
    under.faults.plan = ({ name, when }) => {
      if (name === "BatchDisburse" && when === "after") {
        under.ledger.reopen(cup.accounts.pool);
        under.ledger.move(cup.accounts.game, cup.accounts.pool, 1n, TransferKind.ENTRY_FEE);
      }
      return undefined;
    };
    const dead = await under.work(cup);
    expect(dead.state).toBe(SettlementState.DEAD);
    expect(dead.lastError).toContain("the pool still holds 1 after all was paid");
    expect(cup.status).toBe(Status.SETTLING);

    under.faults.plan = () => undefined;
    under.ledger.move(cup.accounts.pool, cup.accounts.game, 1n, TransferKind.REFUND);
    await retry(cup);
    expect((await under.work(cup)).state).toBe(SettlementState.DONE);
    expect(cup.status).toBe(Status.COMPLETED);
    expect(cup.balanceOf("ada")).toBe(10n);
  });

  test("dies of a defect that shows 20 times", async () => {
    const cup = under.cup();
    cup.join("ada");
    await under.schedule(cup);
    under.faults.plan = ({ name }) => (name === "BatchFreezeRanking" ? "breaks" : undefined);
    for (let attempt = 1; attempt < 20; attempt++)
      expect((await under.work(cup)).state).toBe(SettlementState.PLANNING);
    expect((await under.work(cup)).state).toBe(SettlementState.DEAD);
  });

  test("stays dead until it is retried, and holds up no other", async () => {
    const [bad, good] = [under.cup(), under.cup()];
    bad.join("ada");
    good.join("ada");
    under.ledger.move(bad.accounts.game, bad.accounts.pool, 5n, TransferKind.ENTRY_FEE);
    await cancel(bad);
    await under.schedule(good);
    await under.work(bad);
    expect((await under.work(bad)).state).toBe(SettlementState.DEAD);
    expect((await under.work(good)).state).toBe(SettlementState.DONE);
    expect((await under.read(bad)).settlement.failures).toBe(1);
  });
});

describe("RetrySettlement", () => {
  test("wakes a worker and clears the count of failures", async () => {
    const cup = under.cup();
    cup.join("ada");
    under.ledger.move(cup.accounts.game, cup.accounts.pool, 5n, TransferKind.ENTRY_FEE);
    await cancel(cup);
    await under.work(cup);
    under.wakeups.length = 0;
    expect((await retry(cup)).settlement).toMatchObject({ failures: 0 });
    expect(under.wakeups.map((wakeup) => wakeup.tournamentId)).toEqual([cup.id]);
  });

  test("is refused unless the settlement is dead", async () => {
    const cup = under.cup();
    await under.schedule(cup);
    const reasonOf = async (call: Promise<unknown>) =>
      toRemoteError(await call.then(() => undefined, ConnectError.from)).reason;
    expect(await reasonOf(retry(cup))).toBe("SETTLEMENT_NOT_DEAD");
    expect(await reasonOf(retry(under.cup()))).toBe("SETTLEMENT_NOT_FOUND");
  });
});
