import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { SettlementState, type Payout } from "@tms/proto/tms/settlement/v1/settlement";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import type { FakeTournament } from "./fakes/tournament.ts";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

let service: SettlementUnderTest;
beforeAll(async () => {
  service = await startSettlement();
});
afterAll(() => service.close());

const ENTRIES = 3_500;
const handles = Array.from({ length: ENTRIES }, (_, index) => `gamer-${index}`);

/** A cancelled tournament that everyone paid for, about to be refunded. */
async function calledOff(): Promise<FakeTournament> {
  const tournament = service.tournament({ payer: Payer.WALLET, feeMinor: 7n });
  tournament.join(...handles);
  tournament.status = Status.CANCELLED;
  const { gameId, id: tournamentId } = tournament;
  await service.client.startRefund({ requestId: newId(), gameId, tournamentId });
  return tournament;
}

async function payoutsOf(tournament: FakeTournament, pageSize: number): Promise<Payout[][]> {
  const pages: Payout[][] = [];
  let pageToken = "";
  do {
    const { id: tournamentId, gameId } = tournament;
    const page = await service.client.getSettlement({ tournamentId, gameId, pageSize, pageToken });
    pages.push(page.payouts);
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  return pages;
}

/** How many transfers each call asked for. */
const batchSizes = () =>
  service.ledger
    .requestsOf("batchDisburse")
    .map(({ disbursements }) =>
      disbursements.reduce((sum, { transferIds }) => sum + transferIds.length, 0),
    );

describe(`a tournament of ${ENTRIES} entries`, () => {
  test("shares its pool among all who survived, in bounded batches", async () => {
    const tournament = service.tournament({ feeMinor: 2n, platformFeeBps: 7 });
    tournament.join(...handles);
    await service.schedule(tournament);
    service.ledger.forgetRequests();
    expect(await service.work(tournament)).toMatchObject({
      state: SettlementState.DONE,
      entries: ENTRIES,
      payouts: ENTRIES,
      platformFee: { minorUnits: 4n },
    });
    // 6,996 of 7,000: one each, and the odd 3,496 to whoever came first.
    expect(batchSizes()).toEqual([1, 1_000, 1_000, 1_000, 500]);
    expect(tournament.balanceOf("gamer-0")).toBe(3_497n);
    expect(handles.slice(1).every((handle) => tournament.balanceOf(handle) === 1n)).toBe(true);
    expect(service.ledger.balance(tournament.accounts.pool)).toBe(0n);
    expect(tournament.winners.size).toBe(ENTRIES);
    const pages = await payoutsOf(tournament, 999);
    expect(pages.map((page) => page.length)).toEqual([999, 999, 999, 503]);
    const entries = new Set(pages.flat().map((payout) => payout.entryId));
    expect(entries.size).toBe(ENTRIES);
  });

  test("pays a tie across pages of the standings its remainder once", async () => {
    const tournament = service.tournament({ prizeSplit: [1, 1, 1], feeMinor: 1n });
    tournament.join(...handles);
    tournament.eliminate(...handles.slice(0, 2_400));
    tournament.eliminate(...handles.slice(2_401));
    await service.schedule(tournament);
    await service.work(tournament);
    // A third, and the odd 1, to the one still in; two thirds to the 1,099 that went out with the last.
    expect(tournament.balanceOf("gamer-2400")).toBe(1_167n);
    expect(tournament.balanceOf("gamer-2401")).toBe(2n + (2_333n % 1_099n));
    expect(tournament.balanceOf("gamer-3499")).toBe(2n);
    expect(service.ledger.balance(tournament.accounts.pool)).toBe(0n);
  });

  test("is refunded whole, resumed where it stopped", async () => {
    const tournament = await calledOff();
    const refunded = service.ledger.moved(TransferKind.REFUND);
    let batches = 0;
    service.faults.plan = ({ name, when }) =>
      name === "BatchDisburse" && when === "before" && ++batches === 3 ? "fails" : undefined;
    expect((await service.work(tournament)).state).toBe(SettlementState.PAYING);
    const paid = (await payoutsOf(tournament, 1_000)).flat().filter((payout) => payout.payTime);
    // The last was under way beside the one that failed.
    expect(paid).toHaveLength(2_500);
    service.ledger.forgetRequests();
    const settlement = await service.work(tournament);
    expect(settlement).toMatchObject({ state: SettlementState.DONE, entries: ENTRIES });
    expect(batchSizes()).toEqual([1_000, 500]);
    expect(handles.every((handle) => tournament.balanceOf(handle) === 7n)).toBe(true);
    expect(service.ledger.moved(TransferKind.REFUND) - refunded).toBe(7n * 3_500n);
  });

  test("refunds all but whom the ledger refuses, and those when it is tried again", async () => {
    const tournament = await calledOff();
    const refunded = service.ledger.moved(TransferKind.REFUND);
    const refused = ["gamer-5", "gamer-1500"];
    for (const handle of refused) service.ledger.fill(tournament.wallet(handle));
    const dead = await service.work(tournament);
    expect(dead.state).toBe(SettlementState.DEAD);
    expect(dead.lastError).toContain("refused 2 of the payouts, the first with BALANCE_OVERFLOW");
    expect(handles.filter((handle) => tournament.balanceOf(handle) !== 7n)).toEqual(refused);
    const missing = (await payoutsOf(tournament, 1_000)).flat().filter(({ payTime }) => !payTime);
    expect(missing.map(({ handle }) => handle)).toEqual(refused);

    for (const handle of refused) service.ledger.fill(tournament.wallet(handle), false);
    await service.client.retrySettlement({ requestId: newId(), tournamentId: tournament.id });
    expect((await service.work(tournament)).state).toBe(SettlementState.DONE);
    expect(handles.every((handle) => tournament.balanceOf(handle) === 7n)).toBe(true);
    expect(service.ledger.moved(TransferKind.REFUND) - refunded).toBe(7n * 3_500n);
  });
});
