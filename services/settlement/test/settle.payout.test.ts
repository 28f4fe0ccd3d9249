import { timestampMs } from "@bufbuild/protobuf/wkt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { derivedId } from "@tms/kit/values/ids";
import { SettlementKind, SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

let service: SettlementUnderTest;
beforeAll(async () => {
  service = await startSettlement();
});
afterAll(() => service.close());

/** Settles a tournament and sees to what must hold of every one. */
async function settled(tournament: ReturnType<SettlementUnderTest["tournament"]>) {
  const settlement = await service.work(tournament);
  expect(settlement).toMatchObject({ state: SettlementState.DONE, lastError: "", failures: 0 });
  expect(service.ledger.balance(tournament.accounts.pool)).toBe(0n);
  expect(service.ledger.total()).toBe(0n);
  return settlement;
}

describe("a tournament that ended", () => {
  test("pays all to the winner by default", async () => {
    const tournament = service.tournament();
    tournament.join("ada", "bob", "cyd");
    tournament.eliminate("bob");
    tournament.eliminate("cyd");
    await service.schedule(tournament);
    const settlement = await settled(tournament);
    expect(settlement).toMatchObject({
      kind: SettlementKind.PAYOUT,
      pool: { minorUnits: 9n, currency: "USD" },
      platformFee: { minorUnits: 0n },
      entries: 3,
      payouts: 1,
    });
    expect(settlement.finishTime).toBeDefined();
    expect(tournament.balanceOf("ada")).toBe(9n);
    expect(tournament.status).toBe(Status.COMPLETED);
    expect(tournament.winners).toEqual(new Set([tournament.entry("ada").gamerId]));
  });

  test("pays nothing to the disqualified, whose fees go to whoever is behind them", async () => {
    const tournament = service.tournament({ prizeSplit: [50, 50], feeMinor: 10n });
    tournament.join("ada", "bob", "cyd", "dan");
    tournament.eliminate("cyd");
    tournament.eliminate("bob");
    tournament.disqualify("ada", "bob");
    await service.schedule(tournament);
    expect(await settled(tournament)).toMatchObject({ entries: 4, payouts: 2 });
    const balances = ["ada", "bob", "cyd", "dan"].map(tournament.balanceOf);
    expect(balances).toEqual([0n, 0n, 20n, 20n]);
  });

  test("pays a split to those who rank, ties sharing, the remainder to the earliest", async () => {
    const tournament = service.tournament({ prizeSplit: [50, 30, 20], feeMinor: 7n });
    tournament.join("late", "tie1", "tie2", "best");
    tournament.eliminate("late");
    tournament.eliminate("tie1", "tie2");
    await service.schedule(tournament);
    await settled(tournament);
    // 28: half to the best, and of the other half the two tied get 7 each.
    expect(["best", "tie1", "tie2", "late"].map(tournament.balanceOf)).toEqual([14n, 7n, 7n, 0n]);
    const { payouts } = await service.read(tournament);
    expect(payouts).toMatchObject([
      { handle: "best", rank: 1, amount: { minorUnits: 14n } },
      { handle: "tie1", rank: 2, amount: { minorUnits: 7n } },
      { handle: "tie2", rank: 2, amount: { minorUnits: 7n } },
    ]);
    expect(payouts.map(({ payTime }) => payTime && timestampMs(payTime))).toEqual(
      payouts.map(({ transferId }) => service.ledger.timeOf(transferId)),
    );
    // Derived from the entry alone: no plan, however it came about, can pay it a second time.
    for (const { transferId, entryId } of payouts)
      expect(transferId).toBe(derivedId("payout", entryId));
  });

  test("shares all among those still in whom nobody told apart, and names no sole winner", async () => {
    const tournament = service.tournament({ feeMinor: 5n });
    tournament.join("ada", "bob", "cyd", "out");
    tournament.eliminate("out");
    await service.schedule(tournament);
    await settled(tournament);
    expect(["ada", "bob", "cyd", "out"].map(tournament.balanceOf)).toEqual([8n, 6n, 6n, 0n]);
    expect(tournament.winners.size).toBe(3);
  });

  test("gives the platform its fee first", async () => {
    const tournament = service.tournament({ platformFeeBps: 1_000, feeMinor: 33n });
    tournament.join("ada", "bob", "cyd");
    tournament.eliminate("bob", "cyd");
    await service.schedule(tournament);
    expect(await settled(tournament)).toMatchObject({ platformFee: { minorUnits: 9n } });
    expect(service.ledger.balance(tournament.accounts.platform)).toBe(9n);
    expect(tournament.balanceOf("ada")).toBe(90n);
  });

  test("pays the final ranks its game gave, even when it hears of the end late or never", async () => {
    const tournament = service.tournament({ prizeSplit: [2, 1] });
    tournament.join("ada", "bob", "cyd");
    tournament.status = Status.SETTLING;
    tournament.finalRanks = [
      { handle: "cyd", rank: 1 },
      { handle: "ada", rank: 2 },
    ];
    // All that settlement knows is the end that was published.
    await service.schedule(tournament);
    await settled(tournament);
    expect(["ada", "bob", "cyd"].map(tournament.balanceOf)).toEqual([3n, 0n, 6n]);
  });

  test("without an entry fee has its winners recorded and moves nothing", async () => {
    const tournament = service.tournament({ feeMinor: 0n, platformFeeBps: 1_000 });
    tournament.join("ada", "bob");
    tournament.eliminate("bob");
    await service.schedule(tournament);
    const before = service.ledger.transfers.size;
    expect(await settled(tournament)).toMatchObject({ payouts: 0, pool: { minorUnits: 0n } });
    expect(service.ledger.transfers.size).toBe(before);
    expect(tournament.status).toBe(Status.COMPLETED);
    expect(tournament.winners).toEqual(new Set([tournament.entry("ada").gamerId]));
  });

  test("with a fee too small for every share pays the rest of them", async () => {
    const tournament = service.tournament({ feeMinor: 1n, prizeSplit: [97, 1, 1, 1] });
    tournament.join("ada", "bob", "cyd", "dan");
    tournament.eliminate("dan");
    tournament.eliminate("cyd");
    tournament.eliminate("bob");
    await service.schedule(tournament);
    expect(await settled(tournament)).toMatchObject({ payouts: 1, entries: 4 });
    expect(tournament.balanceOf("ada")).toBe(4n);
  });

  test("without entries is completed without a winner", async () => {
    const tournament = service.tournament({ platformFeeBps: 1_000 });
    await service.schedule(tournament);
    expect(await settled(tournament)).toMatchObject({ entries: 0, payouts: 0 });
    expect(tournament.status).toBe(Status.COMPLETED);
    expect(tournament.winners.size).toBe(0);
  });

  test("is not touched before its moment", async () => {
    const tournament = service.tournament();
    tournament.join("ada");
    const calls = service.faults.calls.length;
    await service.schedule(tournament, 60_000);
    const { settle } = await import("../src/settle.ts");
    await settle(service.context, tournament.id);
    expect(service.faults.calls).toHaveLength(calls);
    expect((await service.read(tournament)).settlement.state).toBe(SettlementState.SCHEDULED);
  });

  test("once settled stays settled, whoever works on it again", async () => {
    const tournament = service.tournament();
    tournament.join("ada");
    await service.schedule(tournament);
    await settled(tournament);
    const made = service.ledger.transfers.size;
    await settled(tournament);
    expect(service.ledger.transfers.size).toBe(made);
    expect(service.ledger.moved(TransferKind.PAYOUT)).toBeGreaterThan(0n);
  });
});
