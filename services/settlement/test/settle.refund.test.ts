import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { SettlementKind, SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import type { Cup } from "./fakes/tournament.ts";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

let under: SettlementUnderTest;
beforeAll(async () => {
  under = await startSettlement();
});
afterAll(() => under.close());

const cancel = async (cup: Cup) => {
  cup.status = Status.CANCELLED;
  const { gameId, id: tournamentId } = cup;
  await under.client.startRefund({ requestId: newId(), gameId, tournamentId });
};

async function refunded(cup: Cup) {
  const settlement = await under.work(cup);
  expect(settlement).toMatchObject({ state: SettlementState.DONE, kind: SettlementKind.REFUND });
  expect(under.ledger.balance(cup.accounts.pool)).toBe(0n);
  expect(under.ledger.balance(cup.accounts.platform)).toBe(0n);
  expect(under.ledger.total()).toBe(0n);
  expect(cup.status).toBe(Status.CANCELLED);
  expect(cup.winners.size).toBe(0);
  return settlement;
}

describe("a cancelled tournament", () => {
  test("gives every fee back to the wallet it came from", async () => {
    const cup = under.cup({ payer: Payer.WALLET, feeMinor: 250n, platformFeeBps: 1_000 });
    cup.join("ada", "bob", "cyd");
    cup.eliminate("bob");
    await cancel(cup);
    expect(cup.closed).toBe(true);
    expect(await refunded(cup)).toMatchObject({ payouts: 3, entries: 3 });
    expect(["ada", "bob", "cyd"].map(cup.balanceOf)).toEqual([250n, 250n, 250n]);
    expect((await under.read(cup)).payouts.map((payout) => payout.rank)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("gives every fee back to the game's own account when that paid", async () => {
    const cup = under.cup({ payer: Payer.GAME, feeMinor: 250n });
    cup.join("ada", "bob");
    expect(under.ledger.balance(cup.accounts.game)).toBe(-500n);
    await cancel(cup);
    await refunded(cup);
    expect(under.ledger.balance(cup.accounts.game)).toBe(0n);
    expect(["ada", "bob"].map(cup.balanceOf)).toEqual([0n, 0n]);
  });

  test("that was free moves nothing", async () => {
    const cup = under.cup({ feeMinor: 0n });
    cup.join("ada", "bob");
    await cancel(cup);
    expect(await refunded(cup)).toMatchObject({ payouts: 0, entries: 2 });
  });

  test("that nobody entered moves nothing", async () => {
    const cup = under.cup();
    await cancel(cup);
    expect(await refunded(cup)).toMatchObject({ payouts: 0, entries: 0 });
  });

  test("is refunded also when the cancellation came just before the worker", async () => {
    const cup = under.cup();
    cup.join("ada", "bob");
    await under.schedule(cup);
    cup.status = Status.CANCELLED;
    await refunded(cup);
    expect(under.ledger.balance(cup.accounts.game)).toBe(0n);
  });

  test("is refunded once when its cancellation comes while the worker is at it", async () => {
    const cup = under.cup();
    cup.join("ada", "bob");
    await under.schedule(cup);
    let cancelling: Promise<void> | undefined;
    under.faults.plan = ({ name, when }) => {
      if (name === "BatchGetTournaments" && when === "after") cancelling ??= cancel(cup);
      return undefined;
    };
    await refunded(cup);
    await cancelling;
    await refunded(cup);
    expect(under.ledger.balance(cup.accounts.game)).toBe(0n);
  });
});

describe("a tournament with too few entries at its end", () => {
  test("is abandoned and refunded", async () => {
    const cup = under.cup({ minEntries: 3, payer: Payer.WALLET, feeMinor: 10n });
    cup.join("ada", "bob");
    await under.schedule(cup);
    await refunded(cup);
    expect(["ada", "bob"].map(cup.balanceOf)).toEqual([10n, 10n]);
  });

  test("is abandoned also when it had none", async () => {
    const cup = under.cup({ minEntries: 1 });
    await under.schedule(cup);
    await refunded(cup);
  });

  test("is paid out when the entries just suffice", async () => {
    const cup = under.cup({ minEntries: 2 });
    cup.join("ada", "bob");
    cup.eliminate("bob");
    await under.schedule(cup);
    expect(await under.work(cup)).toMatchObject({ kind: SettlementKind.PAYOUT });
    expect(cup.balanceOf("ada")).toBe(6n);
    expect(under.ledger.moved(TransferKind.PAYOUT)).toBe(6n);
  });
});
