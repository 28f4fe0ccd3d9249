import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import { findSettlement } from "../src/db/settlements.ts";
import { settle } from "../src/settle.ts";
import type { Cup } from "./fakes/tournament.ts";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

let under: SettlementUnderTest;
beforeAll(async () => {
  under = await startSettlement();
});
afterEach(() => {
  under.faults.plan = () => undefined;
});
afterAll(() => under.close());

const rowOf = (cup: Cup) => findSettlement(under.context.db, cup.id);

/** A refund whose pool holds what no plan gives away. */
async function surplusCup(): Promise<Cup> {
  const cup = under.cup();
  cup.join("ada");
  under.ledger.move(cup.accounts.game, cup.accounts.pool, 5n, TransferKind.ENTRY_FEE);
  cup.status = Status.CANCELLED;
  const { gameId, id: tournamentId } = cup;
  await under.client.startRefund({ requestId: newId(), gameId, tournamentId });
  return cup;
}

/** A worker that has begun, and meets a defect when it is let go, its lease having run out. */
async function slowWorker(cup: Cup, rpc: string) {
  const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const calls = new Proxy(under.context.calls, {
    get(target, key) {
      if (key !== rpc) return Reflect.get(target, key) as unknown;
      return async () => {
        reached.resolve();
        await held.promise;
        throw new Error("the slow worker failed");
      };
    },
  });
  await under.makeDue(cup);
  const working = settle({ ...under.context, calls }, cup.id);
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
    const cup = await surplusCup();
    const slow = await slowWorker(cup, "closeRegistration");
    expect((await under.work(cup)).state).toBe(SettlementState.DEAD);
    const before = await rowOf(cup);
    await slow.fail();
    expect(await rowOf(cup)).toEqual(before);
  });

  test("cuts short no lease of another, and counts for nothing", async () => {
    const cup = under.cup();
    cup.join("ada");
    await under.schedule(cup);
    const slow = await slowWorker(cup, "closeRegistration");
    const other = await slowWorker(cup, "freezeRanking");
    const before = await rowOf(cup);
    expect(before).toMatchObject({ state: SettlementState.PLANNING, failures: 0 });
    await slow.fail();
    expect(await rowOf(cup)).toEqual(before);
    await other.fail();
    expect(await rowOf(cup)).toMatchObject({ failures: 1, defects: 1 });
  });

  test("counts when no other took the settlement up", async () => {
    const cup = under.cup();
    cup.join("ada");
    await under.schedule(cup);
    const slow = await slowWorker(cup, "closeRegistration");
    await slow.fail();
    expect(await rowOf(cup)).toMatchObject({ failures: 1, defects: 1 });
  });
});

test("a long payment keeps its lease, and its failure counts", async () => {
  const cup = under.cup();
  cup.join(...Array.from({ length: 1_500 }, (_, index) => `gamer-${index}`));
  await under.schedule(cup);
  under.faults.plan = ({ name }) => (name === "BatchGetBalances" ? "breaks" : undefined);
  expect(await under.work(cup)).toMatchObject({ state: SettlementState.PAYING, failures: 1 });
  under.faults.plan = () => undefined;
  expect((await under.work(cup)).state).toBe(SettlementState.DONE);
});
