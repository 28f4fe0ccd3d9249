import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { SettlementKind, SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import type { FakeTournament } from "./fakes/tournament.ts";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

let service: SettlementUnderTest;
beforeAll(async () => {
  service = await startSettlement();
});
afterAll(() => service.close());

const cancel = async (tournament: FakeTournament) => {
  tournament.status = Status.CANCELLED;
  const { gameId, id: tournamentId } = tournament;
  await service.client.startRefund({ requestId: newId(), gameId, tournamentId });
};

async function refunded(tournament: FakeTournament) {
  const settlement = await service.work(tournament);
  expect(settlement).toMatchObject({ state: SettlementState.DONE, kind: SettlementKind.REFUND });
  expect(service.ledger.balance(tournament.accounts.pool)).toBe(0n);
  expect(service.ledger.balance(tournament.accounts.platform)).toBe(0n);
  expect(service.ledger.total()).toBe(0n);
  expect(tournament.status).toBe(Status.CANCELLED);
  expect(tournament.winners.size).toBe(0);
  return settlement;
}

describe("a cancelled tournament", () => {
  test("gives every fee back to the wallet it came from", async () => {
    const tournament = service.tournament({
      payer: Payer.WALLET,
      feeMinor: 250n,
      platformFeeBps: 1_000,
    });
    tournament.join("ada", "bob", "cyd");
    tournament.eliminate("bob");
    await cancel(tournament);
    expect(tournament.registration.closed).toBe(true);
    expect(await refunded(tournament)).toMatchObject({ payouts: 3, entries: 3 });
    expect(["ada", "bob", "cyd"].map(tournament.balanceOf)).toEqual([250n, 250n, 250n]);
    expect((await service.read(tournament)).payouts.map((payout) => payout.rank)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("gives every fee back to the game's own account when that paid", async () => {
    const tournament = service.tournament({ payer: Payer.GAME, feeMinor: 250n });
    tournament.join("ada", "bob");
    expect(service.ledger.balance(tournament.accounts.game)).toBe(-500n);
    await cancel(tournament);
    await refunded(tournament);
    expect(service.ledger.balance(tournament.accounts.game)).toBe(0n);
    expect(["ada", "bob"].map(tournament.balanceOf)).toEqual([0n, 0n]);
  });

  test("that was free moves nothing", async () => {
    const tournament = service.tournament({ feeMinor: 0n });
    tournament.join("ada", "bob");
    await cancel(tournament);
    expect(await refunded(tournament)).toMatchObject({ payouts: 0, entries: 2 });
  });

  test("that nobody entered moves nothing", async () => {
    const tournament = service.tournament();
    await cancel(tournament);
    expect(await refunded(tournament)).toMatchObject({ payouts: 0, entries: 0 });
  });

  test("is refunded also when the cancellation came just before the worker", async () => {
    const tournament = service.tournament();
    tournament.join("ada", "bob");
    await service.schedule(tournament);
    tournament.status = Status.CANCELLED;
    await refunded(tournament);
    expect(service.ledger.balance(tournament.accounts.game)).toBe(0n);
  });

  test("is refunded once when its cancellation comes while the worker is at it", async () => {
    const tournament = service.tournament();
    tournament.join("ada", "bob");
    await service.schedule(tournament);
    let cancelling: Promise<void> | undefined;
    service.faults.plan = ({ name, when }) => {
      if (name === "BatchGetTournaments" && when === "after") cancelling ??= cancel(tournament);
      return undefined;
    };
    await refunded(tournament);
    await cancelling;
    await refunded(tournament);
    expect(service.ledger.balance(tournament.accounts.game)).toBe(0n);
  });
});

describe("a tournament with too few entries at its end", () => {
  test("is abandoned and refunded", async () => {
    const tournament = service.tournament({ minEntries: 3, payer: Payer.WALLET, feeMinor: 10n });
    tournament.join("ada", "bob");
    await service.schedule(tournament);
    await refunded(tournament);
    expect(["ada", "bob"].map(tournament.balanceOf)).toEqual([10n, 10n]);
  });

  test("is abandoned also when it had none", async () => {
    const tournament = service.tournament({ minEntries: 1 });
    await service.schedule(tournament);
    await refunded(tournament);
  });

  test("is paid out when the entries just suffice", async () => {
    const tournament = service.tournament({ minEntries: 2 });
    tournament.join("ada", "bob");
    tournament.eliminate("bob");
    await service.schedule(tournament);
    expect(await service.work(tournament)).toMatchObject({ kind: SettlementKind.PAYOUT });
    expect(tournament.balanceOf("ada")).toBe(6n);
    expect(service.ledger.moved(TransferKind.PAYOUT)).toBe(6n);
  });
});

describe("a tournament in which nobody can be paid", () => {
  test("is abandoned, and everybody is refunded, the disqualified too", async () => {
    const tournament = service.tournament({ payer: Payer.WALLET, feeMinor: 10n });
    tournament.join("ada", "bob");
    tournament.eliminate("bob");
    tournament.disqualify("ada", "bob");
    await service.schedule(tournament);
    await refunded(tournament);
    expect(["ada", "bob"].map(tournament.balanceOf)).toEqual([10n, 10n]);
  });

  test("is abandoned also when its game placed one who was disqualified since", async () => {
    const tournament = service.tournament({ payer: Payer.WALLET, feeMinor: 10n });
    tournament.join("ada");
    tournament.disqualify("ada");
    tournament.finalRanks = [{ handle: "ada", rank: 1 }];
    await service.schedule(tournament);
    await refunded(tournament);
    expect(tournament.balanceOf("ada")).toBe(10n);
  });
});
