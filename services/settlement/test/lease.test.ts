import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import { violatedConstraint } from "@tms/kit/database/errors";
import { deletePlan, insertPayouts, sumPayouts } from "../src/db/payouts.ts";
import { toPaying } from "../src/db/progress.ts";
import { findSettlement, type SettlementRow } from "../src/db/settlements.ts";
import { settle } from "../src/settle.ts";
import type { FakeTournament } from "./fakes/tournament.ts";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

let service: SettlementUnderTest;
beforeAll(async () => {
  service = await startSettlement();
});
afterEach(() => {
  service.faults.plan = () => undefined;
});
afterAll(() => service.close());

const rowOf = (tournament: FakeTournament) => findSettlement(service.context.db, tournament.id);

/** A refund whose pool holds what no plan gives away. */
async function surplusTournament(): Promise<FakeTournament> {
  const tournament = service.tournament();
  tournament.join("ada");
  service.ledger.move(
    tournament.accounts.game,
    tournament.accounts.pool,
    5n,
    TransferKind.ENTRY_FEE,
  );
  tournament.status = Status.CANCELLED;
  const { gameId, id: tournamentId } = tournament;
  await service.client.startRefund({ requestId: newId(), gameId, tournamentId });
  return tournament;
}

/** A worker that has begun, and meets a defect when it is let go, its lease having run out. */
async function slowWorker(tournament: FakeTournament, rpc: string) {
  const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const batched = new Proxy(service.context.batched, {
    get(target, key) {
      if (key !== rpc) return Reflect.get(target, key) as unknown;
      return async () => {
        reached.resolve();
        await held.promise;
        throw new Error("the slow worker failed");
      };
    },
  });
  await service.makeDue(tournament);
  const working = settle({ ...service.context, batched }, tournament.id);
  await reached.promise;
  return {
    async fail() {
      held.resolve();
      await working;
    },
  };
}

describe("the failure of a worker whose lease ran out", () => {
  test("leaves a settlement dead that another found beyond repair", async () => {
    const tournament = await surplusTournament();
    const slow = await slowWorker(tournament, "closeRegistration");
    expect((await service.work(tournament)).state).toBe(SettlementState.DEAD);
    const before = await rowOf(tournament);
    await slow.fail();
    expect(await rowOf(tournament)).toEqual(before);
  });

  test("cuts short no lease of another, and counts for nothing", async () => {
    const tournament = service.tournament();
    tournament.join("ada");
    await service.schedule(tournament);
    const slow = await slowWorker(tournament, "closeRegistration");
    const other = await slowWorker(tournament, "freezeRanking");
    const before = await rowOf(tournament);
    expect(before).toMatchObject({ state: "planning", failures: 0 });
    await slow.fail();
    expect(await rowOf(tournament)).toEqual(before);
    await other.fail();
    expect(await rowOf(tournament)).toMatchObject({ failures: 1, defects: 1 });
  });

  test("counts when no other took the settlement up", async () => {
    const tournament = service.tournament();
    tournament.join("ada");
    await service.schedule(tournament);
    const slow = await slowWorker(tournament, "closeRegistration");
    await slow.fail();
    expect(await rowOf(tournament)).toMatchObject({ failures: 1, defects: 1 });
  });
});

test("a long payment keeps its lease, and its failure counts", async () => {
  const tournament = service.tournament();
  tournament.join(...Array.from({ length: 1_500 }, (_, index) => `gamer-${index}`));
  await service.schedule(tournament);
  service.faults.plan = ({ name }) => (name === "BatchGetBalances" ? "breaks" : undefined);
  expect(await service.work(tournament)).toMatchObject({
    state: SettlementState.PAYING,
    failures: 1,
  });
  service.faults.plan = () => undefined;
  expect((await service.work(tournament)).state).toBe(SettlementState.DONE);
});

describe("a plan", () => {
  const payout = {
    entryId: newId(),
    position: 1,
    gamerId: newId(),
    handle: "ada",
    rank: 1,
    amountMinor: 1n,
    transferId: newId(),
  };

  test("is stored by the worker who has the settlement, and by no other", async () => {
    const tournament = service.tournament();
    tournament.join("ada");
    await service.schedule(tournament);
    const slow = await slowWorker(tournament, "freezeRanking");
    const held = (await rowOf(tournament))!;
    const stale = { ...held, leaseUntil: new Date(held.leaseUntil!.getTime() - 1) };
    const { db } = service.context;
    const payouts = async (settlement: SettlementRow) => {
      await insertPayouts(db, [{ settlement, toGame: false, payouts: [payout] }]);
      return (await sumPayouts(db, [tournament.id])).length;
    };
    const begun = async (settlement: SettlementRow) =>
      (await toPaying(db, [{ settlement, feeMinor: 0n, entries: 1, payouts: 1 }])).length;
    expect([await payouts(stale), await begun(stale)]).toEqual([0, 0]);
    expect([await payouts(held), await begun(held)]).toEqual([1, 1]);
    await slow.fail();
  });

  test("that is paid from stays, whoever would remove it", async () => {
    const tournament = service.tournament();
    tournament.join("ada", "bob");
    await service.schedule(tournament);
    expect((await service.work(tournament)).state).toBe(SettlementState.DONE);
    const { db } = service.context;
    const removed = deletePlan(db, tournament.id).catch(violatedConstraint);
    expect(await removed).toBe("payout_kept");
    expect(await sumPayouts(db, [tournament.id])).toHaveLength(1);
  });
});
