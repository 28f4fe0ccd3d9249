import { timestampMs } from "@bufbuild/protobuf/wkt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { derivedId } from "@tms/kit/values/ids";
import { SettlementKind, SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

let under: SettlementUnderTest;
beforeAll(async () => {
  under = await startSettlement();
});
afterAll(() => under.close());

/** Settles a cup and sees to what must hold of every one. */
async function settled(cup: ReturnType<SettlementUnderTest["cup"]>) {
  const settlement = await under.work(cup);
  expect(settlement).toMatchObject({ state: SettlementState.DONE, lastError: "", failures: 0 });
  expect(under.ledger.balance(cup.accounts.pool)).toBe(0n);
  expect(under.ledger.total()).toBe(0n);
  return settlement;
}

describe("a tournament that ended", () => {
  test("pays all to the winner by default", async () => {
    const cup = under.cup();
    cup.join("ada", "bob", "cyd");
    cup.eliminate("bob");
    cup.eliminate("cyd");
    await under.schedule(cup);
    const settlement = await settled(cup);
    expect(settlement).toMatchObject({
      kind: SettlementKind.PAYOUT,
      pool: { minorUnits: 9n, currency: "USD" },
      platformFee: { minorUnits: 0n },
      entries: 3,
      payouts: 1,
    });
    expect(settlement.finishTime).toBeDefined();
    expect(cup.balanceOf("ada")).toBe(9n);
    expect(cup.status).toBe(Status.COMPLETED);
    expect(cup.winners).toEqual(new Set([cup.entry("ada").gamerId]));
  });

  test("pays a split to those who rank, ties sharing, the remainder to the earliest", async () => {
    const cup = under.cup({ prizeSplit: [50, 30, 20], feeMinor: 7n });
    cup.join("late", "tie1", "tie2", "best");
    cup.eliminate("late");
    cup.eliminate("tie1", "tie2");
    await under.schedule(cup);
    await settled(cup);
    // 28: half to the best, and of the other half the two tied get 7 each.
    expect(["best", "tie1", "tie2", "late"].map(cup.balanceOf)).toEqual([14n, 7n, 7n, 0n]);
    const { payouts } = await under.read(cup);
    expect(payouts).toMatchObject([
      { handle: "best", rank: 1, amount: { minorUnits: 14n } },
      { handle: "tie1", rank: 2, amount: { minorUnits: 7n } },
      { handle: "tie2", rank: 2, amount: { minorUnits: 7n } },
    ]);
    expect(payouts.map(({ payTime }) => payTime && timestampMs(payTime))).toEqual(
      payouts.map(({ transferId }) => under.ledger.times.get(transferId)),
    );
    // Derived from the entry alone: no plan, however it came about, can pay it a second time.
    for (const { transferId, entryId } of payouts)
      expect(transferId).toBe(derivedId("payout", entryId));
  });

  test("shares all among survivors nobody told apart, and names no sole winner", async () => {
    const cup = under.cup({ feeMinor: 5n });
    cup.join("ada", "bob", "cyd", "out");
    cup.eliminate("out");
    await under.schedule(cup);
    await settled(cup);
    expect(["ada", "bob", "cyd", "out"].map(cup.balanceOf)).toEqual([8n, 6n, 6n, 0n]);
    expect(cup.winners.size).toBe(3);
  });

  test("gives the platform its fee first", async () => {
    const cup = under.cup({ platformFeeBps: 1_000, feeMinor: 33n });
    cup.join("ada", "bob", "cyd");
    cup.eliminate("bob", "cyd");
    await under.schedule(cup);
    expect(await settled(cup)).toMatchObject({ platformFee: { minorUnits: 9n } });
    expect(under.ledger.balance(cup.accounts.platform)).toBe(9n);
    expect(cup.balanceOf("ada")).toBe(90n);
  });

  test("pays the final ranks its game gave, even when it hears of the end late or never", async () => {
    const cup = under.cup({ prizeSplit: [2, 1] });
    cup.join("ada", "bob", "cyd");
    cup.status = Status.SETTLING;
    cup.finalRanks = [
      { handle: "cyd", rank: 1 },
      { handle: "ada", rank: 2 },
    ];
    // All that settlement knows is the end that was published.
    await under.schedule(cup);
    await settled(cup);
    expect(["ada", "bob", "cyd"].map(cup.balanceOf)).toEqual([3n, 0n, 6n]);
  });

  test("without an entry fee has its winners recorded and moves nothing", async () => {
    const cup = under.cup({ feeMinor: 0n, platformFeeBps: 1_000 });
    cup.join("ada", "bob");
    cup.eliminate("bob");
    await under.schedule(cup);
    const before = under.ledger.transfers.size;
    expect(await settled(cup)).toMatchObject({ payouts: 0, pool: { minorUnits: 0n } });
    expect(under.ledger.transfers.size).toBe(before);
    expect(cup.status).toBe(Status.COMPLETED);
    expect(cup.winners).toEqual(new Set([cup.entry("ada").gamerId]));
  });

  test("with a fee too small for every share pays the rest of them", async () => {
    const cup = under.cup({ feeMinor: 1n, prizeSplit: [97, 1, 1, 1] });
    cup.join("ada", "bob", "cyd", "dan");
    cup.eliminate("dan");
    cup.eliminate("cyd");
    cup.eliminate("bob");
    await under.schedule(cup);
    expect(await settled(cup)).toMatchObject({ payouts: 1, entries: 4 });
    expect(cup.balanceOf("ada")).toBe(4n);
  });

  test("without entries is completed without a winner", async () => {
    const cup = under.cup({ platformFeeBps: 1_000 });
    await under.schedule(cup);
    expect(await settled(cup)).toMatchObject({ entries: 0, payouts: 0 });
    expect(cup.status).toBe(Status.COMPLETED);
    expect(cup.winners.size).toBe(0);
  });

  test("is not touched before its moment", async () => {
    const cup = under.cup();
    cup.join("ada");
    const calls = under.faults.calls.length;
    await under.schedule(cup, 60_000);
    const { settle } = await import("../src/settle.ts");
    await settle(under.context, cup.id);
    expect(under.faults.calls).toHaveLength(calls);
    expect((await under.read(cup)).settlement.state).toBe(SettlementState.SCHEDULED);
  });

  test("once settled stays settled, whoever works on it again", async () => {
    const cup = under.cup();
    cup.join("ada");
    await under.schedule(cup);
    await settled(cup);
    const made = under.ledger.transfers.size;
    await settled(cup);
    expect(under.ledger.transfers.size).toBe(made);
    expect(under.ledger.moved(TransferKind.PAYOUT)).toBeGreaterThan(0n);
  });
});
