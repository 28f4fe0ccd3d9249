import { ConnectError } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toRemoteError } from "@tms/kit/errors/status";
import { newId } from "@tms/kit/values/ids";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import type { FakeTournament } from "./fakes/tournament.ts";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

let service: SettlementUnderTest;
beforeAll(async () => {
  service = await startSettlement();
});
afterAll(() => service.close());

const retry = (tournament: FakeTournament, requestId = newId()) =>
  service.client.retrySettlement({ requestId, tournamentId: tournament.id });

/** A refund that is dead, because its pool holds what no plan gives away. */
async function deadRefund(): Promise<FakeTournament> {
  const tournament = service.tournament();
  const { gameId, id: tournamentId, accounts } = tournament;
  tournament.join("ada");
  service.ledger.move(accounts.game, accounts.pool, 5n, TransferKind.ENTRY_FEE);
  tournament.status = Status.CANCELLED;
  await service.client.startRefund({ requestId: newId(), gameId, tournamentId });
  expect((await service.work(tournament)).state).toBe(SettlementState.DEAD);
  return tournament;
}

describe("RetrySettlement", () => {
  test("wakes a worker and clears the count of failures", async () => {
    const tournament = await deadRefund();
    service.wakeups.length = 0;
    expect((await retry(tournament)).settlement).toMatchObject({ failures: 0 });
    expect(service.wakeups.map((wakeup) => wakeup.tournamentId)).toEqual([tournament.id]);
  });

  test("tells a repeat of the request how the settlement is by now", async () => {
    const tournament = await deadRefund();
    const { accounts } = tournament;
    service.ledger.move(accounts.pool, accounts.game, 5n, TransferKind.REFUND);
    const requestId = newId();
    const states = [(await retry(tournament, requestId)).settlement?.state];
    await service.work(tournament);
    states.push((await retry(tournament, requestId)).settlement?.state);
    expect(states).toEqual([SettlementState.SCHEDULED, SettlementState.DONE]);
    await expect(retry(tournament)).rejects.toThrow("not in the dead-letter state");
  });

  test("is refused unless the settlement is dead", async () => {
    const tournament = service.tournament();
    await service.schedule(tournament);
    const reasonOf = async (call: Promise<unknown>) =>
      toRemoteError(await call.then(() => undefined, ConnectError.from)).reason;
    expect(await reasonOf(retry(tournament))).toBe("SETTLEMENT_NOT_DEAD");
    expect(await reasonOf(retry(service.tournament()))).toBe("SETTLEMENT_NOT_FOUND");
  });
});
