import { timestampMs } from "@bufbuild/protobuf/wkt";
import { derivedId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { SettlementKind, SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { settle } from "../src/settle.ts";
import { describe, expect, test, type Tournament } from "./tournament.ts";

/** Settles a tournament that pays prizes; checks what must hold of every one. */
async function settled(tournament: Tournament) {
  const settlement = await tournament.work();
  expect(settlement).toMatchObject({ state: SettlementState.DONE, lastError: "", failures: 0 });
  expect((await tournament.money()).pool).toBe(0n);
  return settlement;
}

/** Settles a tournament whose fees are refunded; checks what must hold of every one. */
async function refunded(tournament: Tournament) {
  const settlement = await tournament.work();
  expect(settlement).toMatchObject({ state: SettlementState.DONE, kind: SettlementKind.REFUND });
  expect(await tournament.money()).toMatchObject({ pool: 0n, platform: 0n });
  expect(await tournament.message()).toMatchObject({ status: Status.CANCELLED, winnerCount: 0 });
  return settlement;
}

describe("a tournament that ended", () => {
  test("pays all to the winner by default", async ({ open }) => {
    const tournament = await open({ handles: ["ada", "bob", "cyd"] });
    await tournament.eliminate("bob");
    await tournament.eliminate("cyd");
    const settlement = await settled(tournament);
    expect(settlement).toMatchObject({
      kind: SettlementKind.PAYOUT,
      pool: { minorUnits: 9n, currency: "USD" },
      platformFee: { minorUnits: 0n },
      entries: 3,
      payouts: 1,
    });
    expect(settlement.finishTime).toBeDefined();
    expect(await tournament.balancesOf("ada", "bob", "cyd")).toEqual([9n, 0n, 0n]);
    expect(await tournament.message()).toMatchObject({
      status: Status.COMPLETED,
      winnerGamerIds: [await tournament.gamerId("ada")],
    });
  });

  test("splits the pool by rank; ties share, the first gets the rest", async ({ open, world }) => {
    const handles = ["late", "tie1", "tie2", "best"];
    const tournament = await open({ prizeSplit: [50, 30, 20], feeMinor: 7n, handles });
    await tournament.eliminate("late");
    await tournament.eliminate("tie1", "tie2");
    await settled(tournament);
    // 28: half to the best, and of the other half the two tied get 7 each.
    expect(await tournament.balancesOf(...handles)).toEqual([0n, 7n, 7n, 14n]);
    const { payouts } = await tournament.read();
    expect(payouts).toMatchObject([
      { handle: "best", rank: 1, amount: { minorUnits: 14n } },
      { handle: "tie1", rank: 2, amount: { minorUnits: 7n } },
      { handle: "tie2", rank: 2, amount: { minorUnits: 7n } },
    ]);
    const transferIds = payouts.map(({ transferId }) => transferId);
    const request = { gameId: tournament.gameId, transferIds };
    const { createTimesMs } = await world.wallet.batchGetTransferTimes(request);
    const paidAt = payouts.map(({ payTime }) => payTime && BigInt(timestampMs(payTime)));
    expect(paidAt).toEqual(createTimesMs);
    // Derived from the entry alone: no other plan can pay it a second time.
    for (const { transferId, entryId } of payouts)
      expect(transferId).toBe(derivedId("payout", entryId));
  });

  test("pays the final ranks even if settlement misses the end", async ({ open, world }) => {
    const tournament = await open({ prizeSplit: [2, 1], handles: ["ada", "bob", "cyd"] });
    {
      using _outage = world.fail("ScheduleSettlement");
      await tournament.complete([
        { handle: "cyd", rank: 1 },
        { handle: "ada", rank: 2 },
      ]);
    }
    await settled(tournament);
    expect(await tournament.balancesOf("ada", "bob", "cyd")).toEqual([3n, 0n, 6n]);
  });

  test("is not touched before its end", async ({ open, world }) => {
    const tournament = await open({ handles: ["ada"] });
    const calls = world.calls().length;
    await settle(world.contexts.settlement, tournament.tournamentId);
    expect(world.calls()).toHaveLength(calls);
    expect(await tournament.state()).toBe(SettlementState.SCHEDULED);
  });
});

describe("a cancelled tournament", () => {
  test.for([
    ["the wallets", Payer.WALLET],
    ["the game", Payer.GAME],
  ] as const)("refunds every fee to %s that paid it", async ([, payer], { open }) => {
    const handles = ["ada", "bob", "cyd"];
    const tournament = await open({ payer, feeMinor: 250n, platformFeeBps: 1_000, handles });
    const isWallet = payer === Payer.WALLET;
    expect((await tournament.money()).game).toBe(isWallet ? 0n : -750n);
    await tournament.eliminate("bob");
    await tournament.cancel();
    expect(await refunded(tournament)).toMatchObject({ payouts: 3, entries: 3 });
    expect(await tournament.balancesOf(...handles)).toEqual(
      handles.map(() => (isWallet ? 250n : 0n)),
    );
    expect((await tournament.money()).game).toBe(0n);
    const { payouts } = await tournament.read();
    expect(payouts.map(({ rank }) => rank)).toEqual(payouts.map(() => undefined));
  });

  test("moves nothing if it was free", async ({ open }) => {
    const tournament = await open({ feeMinor: 0n, handles: ["ada", "bob"] });
    await tournament.cancel();
    expect(await refunded(tournament)).toMatchObject({ payouts: 0, entries: 2 });
    expect(await tournament.countTransfers()).toBe(0);
  });

  test("is refunded if settlement has not heard of the cancellation", async ({ open, world }) => {
    const tournament = await open({ handles: ["ada", "bob"] });
    {
      using _outage = world.fail("StartRefund");
      await tournament.cancel();
    }
    await refunded(tournament);
    expect((await tournament.money()).game).toBe(0n);
  });

  test("is refunded once if cancelled while the worker runs", async ({ open, world }) => {
    const tournament = await open({ handles: ["ada", "bob"] });
    const { tournamentId } = tournament;
    let cancelling: Promise<void> | undefined;
    {
      using _cancels = world.watch({
        before: ({ rpc }) =>
          rpc === "BatchBeginSettlement" ? (cancelling ??= tournament.cancel()) : undefined,
      });
      await refunded(tournament);
    }
    await refunded(tournament);
    expect((await tournament.money()).game).toBe(0n);
    expect(world.calls("StartRefund").at(-1)?.request).toMatchObject({ tournamentId });
  });
});

describe("a tournament with too few entries", () => {
  test.for([
    ["two of three", 3, ["ada", "bob"]],
    ["none of one", 1, []],
  ] as const)("is cancelled and refunded: %s", async ([, minEntries, handles], { open }) => {
    const tournament = await open({ minEntries, payer: Payer.WALLET, feeMinor: 10n, handles });
    await refunded(tournament);
    expect(await tournament.balancesOf(...handles)).toEqual(handles.map(() => 10n));
  });

  test("is paid out if the entries just suffice", async ({ open }) => {
    const tournament = await open({ minEntries: 2, handles: ["ada", "bob"] });
    await tournament.eliminate("bob");
    expect(await settled(tournament)).toMatchObject({ kind: SettlementKind.PAYOUT });
    expect(await tournament.balancesOf("ada")).toEqual([6n]);
  });
});
