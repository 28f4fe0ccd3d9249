import fc from "fast-check";
import { randomUUID } from "node:crypto";
import { derivedId, newId } from "@tms/kit/values/ids";
import { LedgerModel } from "../../../test/model/ledger.ts";
import { ACCOUNTS, anyAccount, anyBatch, GAME_FLOOR, KINDS } from "./arbitraries.ts";
import { getReason, type AccountRef } from "../../../test/world/actions.ts";
import { expect, test } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import { closeAccount, getItem, newAccounts, post } from "./actions.ts";

const GAME = 1;
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ post: anyBatch }) },
  { weight: 1, arbitrary: fc.record({ close: anyAccount }) },
  { weight: 1, arbitrary: fc.record({ floor: fc.bigInt({ min: -90n, max: 0n }) }) },
);

const setFloor = ({ wallet }: World, ref: AccountRef, floorMinorUnits: bigint) =>
  wallet.openAccount({ requestId: randomUUID(), ref, currency: "USD", floorMinorUnits });

/** A fresh game whose accounts are those of the model. */
async function openGame(world: World): Promise<AccountRef[]> {
  const { external, game, gamer, newGamer, pool } = newAccounts();
  await setFloor(world, game, GAME_FLOOR);
  return [external, game, gamer, newGamer(), pool];
}

test("the ledger matches its model after any sequence of requests", async ({ world }) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const [refs, run, model] = [await openGame(world), newId(), new LedgerModel(ACCOUNTS)];
      for (const asked of steps) {
        if ("close" in asked) {
          getItem(model.accounts, asked.close).closed = true;
          const ref = getItem(refs, asked.close);
          await closeAccount(world, ref);
        } else if ("floor" in asked) {
          const game = getItem(model.accounts, GAME);
          const fits = asked.floor <= game.cents;
          const outcome = await getReason(setFloor(world, getItem(refs, GAME), asked.floor));
          expect(outcome).toBe(fits ? "accepted" : "INSUFFICIENT_FUNDS");
          if (fits) game.floor = asked.floor;
        } else {
          const transfers = asked.post.map(({ id, debit, credit, cents, linked, kind }) => ({
            id: derivedId(run, String(id)),
            debit: getItem(refs, debit),
            credit: getItem(refs, credit),
            amount: { currency: "USD", minorUnits: cents },
            kind: KINDS[kind],
            linked,
          }));
          expect(await post(world, ...transfers)).toEqual(model.post(asked.post));
        }
        const { balances } = await world.wallet.batchGetBalances({ refs, currency: "USD" });
        const cents = balances.map((balance) => balance.minorUnits);
        expect(cents).toEqual(model.accounts.map((state) => state.cents));
        expect(cents.reduce((sum, each) => sum + each, 0n)).toBe(0n);
      }
    }),
    { numRuns: 40 },
  );
});
