import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import type { FakeTournament } from "./fakes/tournament.ts";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

let service: SettlementUnderTest;
beforeAll(async () => {
  service = await startSettlement();
});
afterAll(() => service.close());
beforeEach(() => void (service.events.recorded = []));

/** What the log was told, as the names of the changes. */
async function told(): Promise<string[]> {
  while (await service.context.publisher.runOnce());
  return service.events.recorded.map(({ change }) => change.case ?? "");
}

const positions = () =>
  service.events.recorded.flatMap(({ change }) =>
    change.case === "payoutPaid" || change.case === "refundPaid" ? change.value.position : [],
  );

function entered(gamers: number): FakeTournament {
  const tournament = service.tournament();
  tournament.join(...Array.from({ length: gamers }, (_, index) => `gamer-${index}`));
  return tournament;
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe("a settlement tells", () => {
  test("of its plan, of each payout once, and of its end, in this order", async () => {
    const tournament = entered(3);
    await service.schedule(tournament);
    await service.work(tournament);
    expect(await told()).toEqual([
      "settlementPlanned",
      "payoutPaid",
      "payoutPaid",
      "payoutPaid",
      "settlementDone",
    ]);
    expect(positions()).toEqual(upTo(3));
    expect(new Set(service.events.recorded.map(({ id }) => id)).size).toBe(5);
    const { payouts } = await service.read(tournament);
    expect(
      service.events.recorded.flatMap(({ change }) =>
        change.case === "payoutPaid" ? (change.value.payout?.transferId ?? []) : [],
      ),
    ).toEqual(payouts.map(({ transferId }) => transferId));
  });

  test("of each of many payouts, however they were recorded", async () => {
    const tournament = entered(2_345);
    await service.schedule(tournament);
    await service.work(tournament);
    expect(await told()).toHaveLength(2_347);
    expect(positions()).toEqual(upTo(2_345));
  });

  test("of refunds as refunds, and of nothing paid where there was no fee", async () => {
    const tournament = entered(2);
    const { gameId, id: tournamentId } = tournament;
    tournament.status = Status.CANCELLED;
    await service.client.startRefund({ requestId: newId(), gameId, tournamentId });
    await service.work(tournament);
    expect(await told()).toEqual([
      "settlementPlanned",
      "refundPaid",
      "refundPaid",
      "settlementDone",
    ]);
  });

  test("that it gave up, without saying why, and that it goes on", async () => {
    const tournament = entered(1);
    const { gameId, id: tournamentId, accounts } = tournament;
    service.ledger.move(accounts.game, accounts.pool, 5n, TransferKind.ENTRY_FEE);
    tournament.status = Status.CANCELLED;
    await service.client.startRefund({ requestId: newId(), gameId, tournamentId });
    await service.work(tournament);
    await service.client.retrySettlement({ requestId: newId(), tournamentId });
    expect(await told()).toEqual(["settlementFailed", "settlementResumed"]);
    for (const { change } of service.events.recorded)
      if (change.case === "settlementFailed" || change.case === "settlementResumed")
        expect(change.value.settlement?.lastError).toBe("");
  });
});
