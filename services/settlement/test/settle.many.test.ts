import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { SettlementState, type Payout } from "@tms/proto/tms/settlement/v1/settlement";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import type { Cup } from "./fakes/tournament.ts";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

let under: SettlementUnderTest;
beforeAll(async () => {
  under = await startSettlement();
});
afterAll(() => under.close());

const ENTRIES = 3_500;
const handles = Array.from({ length: ENTRIES }, (_, index) => `gamer-${index}`);

/** A cancelled tournament that everyone paid for, about to be refunded. */
async function calledOff(): Promise<Cup> {
  const cup = under.cup({ payer: Payer.WALLET, feeMinor: 7n });
  cup.join(...handles);
  cup.status = Status.CANCELLED;
  const { gameId, id: tournamentId } = cup;
  await under.client.startRefund({ requestId: newId(), gameId, tournamentId });
  return cup;
}

async function payoutsOf(cup: Cup, pageSize: number): Promise<Payout[][]> {
  const pages: Payout[][] = [];
  let pageToken = "";
  do {
    const { id: tournamentId, gameId } = cup;
    const page = await under.client.getSettlement({ tournamentId, gameId, pageSize, pageToken });
    pages.push(page.payouts);
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  return pages;
}

describe(`a tournament of ${ENTRIES} entries`, () => {
  test("shares its pool among all who survived, in bounded batches", async () => {
    const cup = under.cup({ feeMinor: 2n, platformFeeBps: 7 });
    cup.join(...handles);
    await under.schedule(cup);
    under.ledger.batches.length = 0;
    expect(await under.work(cup)).toMatchObject({
      state: SettlementState.DONE,
      entries: ENTRIES,
      payouts: ENTRIES,
      platformFee: { minorUnits: 4n },
    });
    // 6,996 of 7,000: one each, and the odd 3,496 to whoever came first.
    expect(under.ledger.batches).toEqual([1, 1_000, 1_000, 1_000, 500]);
    expect(cup.balanceOf("gamer-0")).toBe(3_497n);
    expect(handles.slice(1).every((handle) => cup.balanceOf(handle) === 1n)).toBe(true);
    expect(under.ledger.balance(cup.accounts.pool)).toBe(0n);
    expect(cup.winners.size).toBe(ENTRIES);
    const pages = await payoutsOf(cup, 999);
    expect(pages.map((page) => page.length)).toEqual([999, 999, 999, 503]);
    const entries = new Set(pages.flat().map((payout) => payout.entryId));
    expect(entries.size).toBe(ENTRIES);
  });

  test("pays a tie across pages of the standings its remainder once", async () => {
    const cup = under.cup({ prizeSplit: [1, 1, 1], feeMinor: 1n });
    cup.join(...handles);
    cup.eliminate(...handles.slice(0, 2_400));
    cup.eliminate(...handles.slice(2_401));
    await under.schedule(cup);
    await under.work(cup);
    // A third, and the odd 1, to the survivor; two thirds to the 1,099 that went out with the last.
    expect(cup.balanceOf("gamer-2400")).toBe(1_167n);
    expect(cup.balanceOf("gamer-2401")).toBe(2n + (2_333n % 1_099n));
    expect(cup.balanceOf("gamer-3499")).toBe(2n);
    expect(under.ledger.balance(cup.accounts.pool)).toBe(0n);
  });

  test("is refunded whole, resumed where it stopped", async () => {
    const cup = await calledOff();
    const refunded = under.ledger.moved(TransferKind.REFUND);
    let batches = 0;
    under.faults.plan = ({ name, when }) =>
      name === "Disburse" && when === "before" && ++batches === 3 ? "fails" : undefined;
    expect((await under.work(cup)).state).toBe(SettlementState.PAYING);
    const paid = (await payoutsOf(cup, 1_000)).flat().filter((payout) => payout.payTime);
    // The last was under way beside the one that failed.
    expect(paid).toHaveLength(2_500);
    under.ledger.batches.length = 0;
    const settlement = await under.work(cup);
    expect(settlement).toMatchObject({ state: SettlementState.DONE, entries: ENTRIES });
    expect(under.ledger.batches).toEqual([1_000, 500]);
    expect(handles.every((handle) => cup.balanceOf(handle) === 7n)).toBe(true);
    expect(under.ledger.moved(TransferKind.REFUND) - refunded).toBe(7n * 3_500n);
  });

  test("refunds all but whom the ledger refuses, and those when it is tried again", async () => {
    const cup = await calledOff();
    const refunded = under.ledger.moved(TransferKind.REFUND);
    const refused = ["gamer-5", "gamer-1500"];
    for (const handle of refused) under.ledger.close(cup.wallet(handle));
    const dead = await under.work(cup);
    expect(dead.state).toBe(SettlementState.DEAD);
    expect(dead.lastError).toContain("refused 2 of the payouts, the first with ACCOUNT_CLOSED");
    expect(handles.filter((handle) => cup.balanceOf(handle) !== 7n)).toEqual(refused);
    const unpaid = (await payoutsOf(cup, 1_000)).flat().filter(({ payTime }) => !payTime);
    expect(unpaid.map(({ handle }) => handle)).toEqual(refused);

    for (const handle of refused) under.ledger.reopen(cup.wallet(handle));
    await under.client.retrySettlement({ requestId: newId(), tournamentId: cup.id });
    expect((await under.work(cup)).state).toBe(SettlementState.DONE);
    expect(handles.every((handle) => cup.balanceOf(handle) === 7n)).toBe(true);
    expect(under.ledger.moved(TransferKind.REFUND) - refunded).toBe(7n * 3_500n);
  });
});
