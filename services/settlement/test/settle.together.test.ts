import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import { settle } from "../src/settle.ts";
import type { FakeTournament, TournamentOptions } from "./fakes/tournament.ts";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

let service: SettlementUnderTest;
beforeAll(async () => {
  service = await startSettlement();
});
afterEach(() => {
  service.faults.plan = () => undefined;
});
afterAll(() => service.close());

const OPTIONS = { feeMinor: 100n, platformFeeBps: 1_000, prizeSplit: [70, 30] };

/** Tournaments of three entries that are due. */
async function dueTournaments(
  count: number,
  options: Partial<TournamentOptions> = OPTIONS,
): Promise<FakeTournament[]> {
  const tournaments = Array.from({ length: count }, () => service.tournament(options));
  for (const tournament of tournaments) {
    tournament.join("ada", "bob", "cyd");
    tournament.eliminate("cyd");
    tournament.eliminate("bob");
    await service.schedule(tournament);
  }
  return tournaments;
}

async function workOn(tournaments: readonly FakeTournament[]): Promise<void> {
  for (const tournament of tournaments) await service.makeDue(tournament);
  await Promise.all(tournaments.map((tournament) => settle(service.context, tournament.id)));
}

const stateOf = async (tournament: FakeTournament) =>
  (await service.read(tournament)).settlement.state;

async function expectPaid(tournament: FakeTournament): Promise<void> {
  expect(await stateOf(tournament)).toBe(SettlementState.DONE);
  expect(tournament.status).toBe(Status.COMPLETED);
  expect([...tournament.winners]).toEqual([tournament.entry("ada").gamerId]);
  expect(["ada", "bob", "cyd"].map(tournament.balanceOf)).toEqual([189n, 81n, 0n]);
  expect(service.ledger.balance(tournament.accounts.platform)).toBe(30n);
  expect(service.ledger.balance(tournament.accounts.pool)).toBe(0n);
}

describe("tournaments that are settled at the same time", () => {
  test("share their calls", async () => {
    const tournaments = await dueTournaments(20);
    service.faults.calls.length = 0;
    await workOn(tournaments);
    for (const tournament of tournaments) await expectPaid(tournament);
    expect(service.faults.calls.length).toBeLessThan(3 * tournaments.length);
    expect(service.faults.calls.filter((name) => !name.startsWith("Batch"))).toEqual([]);
  });

  test("are each paid as they are when settled alone, whatever they are like", async () => {
    const [plain, ranked, crowded, joining] = await dueTournaments(4);
    const [few] = await dueTournaments(1, { ...OPTIONS, minEntries: 4 });
    ranked!.finalRanks = [{ handle: "ada", rank: 1 }];
    crowded!.join(...Array.from({ length: 120 }, (_, index) => `gamer-${index}`));
    joining!.registration.unfinished = 1;
    await workOn([plain!, ranked!, few!, crowded!, joining!]);
    await expectPaid(plain!);
    await expectPaid(ranked!);
    expect(few!.status).toBe(Status.CANCELLED);
    expect(service.ledger.balance(few!.accounts.game)).toBe(0n);
    expect(crowded!.winners.size).toBe(121);
    expect(service.ledger.balance(crowded!.accounts.pool)).toBe(0n);
    expect(await stateOf(joining!)).toBe(SettlementState.SCHEDULED);
    await workOn([joining!]);
    await expectPaid(joining!);
  });

  test("fail alone", async () => {
    const tournaments = await dueTournaments(6);
    const [surplus, refused, cancelled, ...good] = tournaments;
    // Nothing in the plan is for this.
    service.ledger.move(surplus!.accounts.game, surplus!.accounts.pool, 5n, TransferKind.ENTRY_FEE);
    surplus!.status = Status.CANCELLED;
    const { gameId, id: tournamentId } = surplus!;
    await service.client.startRefund({ requestId: newId(), gameId, tournamentId });
    service.ledger.fill(refused!.wallet("bob"));
    cancelled!.status = Status.CANCELLED;
    await workOn(tournaments);
    for (const tournament of good) await expectPaid(tournament);
    expect(await stateOf(surplus!)).toBe(SettlementState.DEAD);
    expect(await stateOf(refused!)).toBe(SettlementState.DEAD);
    expect(refused!.balanceOf("ada")).toBe(189n);
    expect(service.ledger.balance(cancelled!.accounts.game)).toBe(0n);
  });

  test.for(["before", "after"] as const)(
    "are each paid once when a call of them all fails %s it is done",
    async (moment) => {
      service.faults.calls.length = 0;
      await workOn(await dueTournaments(3));
      const names = [...new Set(service.faults.calls)];
      expect(names).toContain("BatchDisburse");
      for (const failing of names) {
        const tournaments = await dueTournaments(3);
        let failed = false;
        service.faults.plan = ({ name, when }) => {
          if (failed || name !== failing || when !== moment) return undefined;
          failed = true;
          return "fails";
        };
        for (let attempt = 0; attempt < 2; attempt++) await workOn(tournaments);
        expect(failed).toBe(true);
        for (const tournament of tournaments) await expectPaid(tournament);
      }
    },
  );
});
