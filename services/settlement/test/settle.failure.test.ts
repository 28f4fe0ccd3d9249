import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
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

const retry = (tournament: FakeTournament) =>
  service.client.retrySettlement({ requestId: newId(), tournamentId: tournament.id });

const cancel = (tournament: FakeTournament) => {
  tournament.status = Status.CANCELLED;
  const { gameId, id: tournamentId } = tournament;
  return service.client.startRefund({ requestId: newId(), gameId, tournamentId });
};

/** How long a settlement waits for its next attempt. */
async function pauseOf(tournament: FakeTournament): Promise<number> {
  const { rows } = await service.context.db.$client.query<{ seconds: number }>(
    `SELECT extract(epoch FROM run_at - now())::float8 AS seconds
     FROM settlement WHERE tournament_id = $1`,
    [tournament.id],
  );
  return rows[0]?.seconds ?? 0;
}

describe("a settlement that cannot go on yet", () => {
  test("is repeated until the last join under way is finished", async () => {
    const tournament = service.tournament();
    tournament.join("ada", "bob");
    tournament.registration.unfinished = 2;
    await service.schedule(tournament);
    for (const left of [2, 1]) {
      const settlement = await service.work(tournament);
      expect(settlement.state).toBe(SettlementState.SCHEDULED);
      expect(settlement.lastError).toContain(`${left} joins are still under way`);
      expect(tournament.status).toBe(Status.PUBLISHED);
    }
    expect((await service.work(tournament)).state).toBe(SettlementState.DONE);
  });

  test("waits out an outage with growing pauses and never dies of it", async () => {
    const tournament = service.tournament();
    tournament.join("ada");
    await service.schedule(tournament);
    service.faults.plan = ({ name }) => (name === "BatchCloseAccount" ? "fails" : undefined);
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 30; attempt++) {
      const settlement = await service.work(tournament);
      expect(settlement).toMatchObject({ state: SettlementState.SCHEDULED, failures: attempt });
      expect(settlement.nextAttemptTime).toBeDefined();
      pauses.push(await pauseOf(tournament));
    }
    expect(pauses[0]).toBeLessThan(1);
    expect(pauses[5]).toBeGreaterThan(5);
    expect(pauses[29]).toBeGreaterThan(55);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(60);
    service.faults.plan = () => undefined;
    const done = await service.work(tournament);
    expect(done).toMatchObject({ state: SettlementState.DONE, failures: 0 });
    expect(done.nextAttemptTime).toBeUndefined();
  });

  test("waits out the loss of its own database too", async () => {
    const tournament = service.tournament();
    tournament.join("ada");
    await service.schedule(tournament);
    await service.admin.query(
      `CREATE FUNCTION settlement.cut() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
       CREATE TRIGGER cut BEFORE INSERT ON settlement.payout
         FOR EACH STATEMENT EXECUTE FUNCTION settlement.cut()`,
    );
    try {
      for (let attempt = 1; attempt <= 25; attempt++)
        expect(await service.work(tournament)).toMatchObject({
          state: SettlementState.PLANNING,
          failures: attempt,
        });
    } finally {
      await service.admin.query(`DROP FUNCTION settlement.cut CASCADE`);
    }
    expect((await service.work(tournament)).state).toBe(SettlementState.DONE);
  });

  test("does not die of one defect after a long outage", async () => {
    const tournament = service.tournament();
    tournament.join("ada");
    await service.schedule(tournament);
    service.faults.plan = ({ name }) => (name === "BatchCloseAccount" ? "fails" : undefined);
    for (let attempt = 0; attempt < 25; attempt++) await service.work(tournament);
    service.faults.plan = ({ name }) => (name === "BatchCloseAccount" ? "breaks" : undefined);
    expect((await service.work(tournament)).state).toBe(SettlementState.SCHEDULED);
    service.faults.plan = () => undefined;
    expect((await service.work(tournament)).state).toBe(SettlementState.DONE);
  });
});

describe("a settlement that no repeat mends", () => {
  test("is a dead letter at once when the plan and the pool differ, until that is put right", async () => {
    const tournament = service.tournament({ feeMinor: 10n });
    tournament.join("ada", "bob");
    service.ledger.move(
      tournament.accounts.game,
      tournament.accounts.pool,
      5n,
      TransferKind.ENTRY_FEE,
    );
    await cancel(tournament);
    const dead = await service.work(tournament);
    expect(dead.state).toBe(SettlementState.DEAD);
    expect(dead.lastError).toContain("the plan comes to 20 and a fee of 0, the pool holds 25");
    expect(service.ledger.moved(TransferKind.REFUND)).toBe(0n);

    service.ledger.move(
      tournament.accounts.pool,
      tournament.accounts.game,
      5n,
      TransferKind.REFUND,
    );
    await retry(tournament);
    expect((await service.work(tournament)).state).toBe(SettlementState.DONE);
    expect(service.ledger.balance(tournament.accounts.game)).toBe(0n);
  });

  test("is a dead letter at once when its plan would pay an entry twice", async () => {
    const tournament = service.tournament({ feeMinor: 10n });
    tournament.join("ada", "bob");
    tournament.registration.entries.push({ ...tournament.entry("ada") });
    // The pool would bear it.
    service.ledger.move(
      tournament.accounts.game,
      tournament.accounts.pool,
      10n,
      TransferKind.ENTRY_FEE,
    );
    await cancel(tournament);
    const refunded = service.ledger.moved(TransferKind.REFUND);
    const dead = await service.work(tournament);
    expect(dead.state).toBe(SettlementState.DEAD);
    expect(dead.lastError).toContain("the plan pays 3 times to 2 entries");
    expect(service.ledger.moved(TransferKind.REFUND)).toBe(refunded);

    // Once its entries are right it is planned anew, without what was wrong.
    tournament.registration.entries.pop();
    service.ledger.move(
      tournament.accounts.pool,
      tournament.accounts.game,
      10n,
      TransferKind.REFUND,
    );
    await retry(tournament);
    expect((await service.work(tournament)).state).toBe(SettlementState.DONE);
    expect(service.ledger.balance(tournament.accounts.pool)).toBe(0n);
  });

  test("is a dead letter when the ledger refuses a payout, with nothing paid twice after", async () => {
    const tournament = service.tournament({ payer: Payer.WALLET, feeMinor: 10n });
    tournament.join("ada", "bob", "cyd");
    service.ledger.fill(tournament.wallet("bob"));
    await cancel(tournament);
    const dead = await service.work(tournament);
    expect(dead.state).toBe(SettlementState.DEAD);
    expect(dead.lastError).toContain("refused 1 of the payouts, the first with BALANCE_OVERFLOW");
    expect(["ada", "bob", "cyd"].map(tournament.balanceOf)).toEqual([10n, 0n, 10n]);

    service.ledger.fill(tournament.wallet("bob"), false);
    await retry(tournament);
    expect((await service.work(tournament)).state).toBe(SettlementState.DONE);
    expect(["ada", "bob", "cyd"].map(tournament.balanceOf)).toEqual([10n, 10n, 10n]);
  });

  test("is a dead letter when the pool is not empty after all was paid", async () => {
    const tournament = service.tournament({ feeMinor: 10n });
    tournament.join("ada");
    await service.schedule(tournament);
    // Somebody pays into the pool behind the ledger's back.
    service.faults.plan = ({ name, when }) => {
      if (name === "BatchDisburse" && when === "after") {
        service.ledger.reopen(tournament.accounts.pool);
        service.ledger.move(
          tournament.accounts.game,
          tournament.accounts.pool,
          1n,
          TransferKind.ENTRY_FEE,
        );
      }
      return undefined;
    };
    const dead = await service.work(tournament);
    expect(dead.state).toBe(SettlementState.DEAD);
    expect(dead.lastError).toContain("the pool still holds 1 after all was paid");
    expect(tournament.status).toBe(Status.SETTLING);

    service.faults.plan = () => undefined;
    service.ledger.move(
      tournament.accounts.pool,
      tournament.accounts.game,
      1n,
      TransferKind.REFUND,
    );
    await retry(tournament);
    expect((await service.work(tournament)).state).toBe(SettlementState.DONE);
    expect(tournament.status).toBe(Status.COMPLETED);
    expect(tournament.balanceOf("ada")).toBe(10n);
  });

  test("dies of a defect that shows 20 times", async () => {
    const tournament = service.tournament();
    tournament.join("ada");
    await service.schedule(tournament);
    service.faults.plan = ({ name }) => (name === "BatchFreezeRanking" ? "breaks" : undefined);
    for (let attempt = 1; attempt < 20; attempt++)
      expect((await service.work(tournament)).state).toBe(SettlementState.PLANNING);
    expect((await service.work(tournament)).state).toBe(SettlementState.DEAD);
  });

  test("stays dead until it is retried, and holds up no other", async () => {
    const [bad, good] = [service.tournament(), service.tournament()];
    bad.join("ada");
    good.join("ada");
    service.ledger.move(bad.accounts.game, bad.accounts.pool, 5n, TransferKind.ENTRY_FEE);
    await cancel(bad);
    await service.schedule(good);
    await service.work(bad);
    expect((await service.work(bad)).state).toBe(SettlementState.DEAD);
    expect((await service.work(good)).state).toBe(SettlementState.DONE);
    expect((await service.read(bad)).settlement.failures).toBe(1);
  });
});
