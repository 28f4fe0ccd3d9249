import fc from "fast-check";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { derivedId, newId } from "@tms/kit/values/ids";
import { LedgerModel } from "../../../test/model/ledger.ts";
import { ACCOUNTS, anyAccount, anyBatch, GAME_FLOOR, KINDS } from "./arbitraries.ts";
import {
  closeAccount,
  itemOf,
  newGame,
  outcomesOf,
  refusal,
  startWallet,
  type Ref,
  type WalletUnderTest,
} from "./service.ts";

let service: WalletUnderTest;
beforeAll(async () => {
  service = await startWallet();
});
afterAll(() => service?.close());

const GAME = 1;
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ post: anyBatch }) },
  { weight: 1, arbitrary: fc.record({ close: anyAccount }) },
  { weight: 1, arbitrary: fc.record({ floor: fc.bigInt({ min: -90n, max: 0n }) }) },
);

const setFloor = (ref: Ref, floorMinorUnits: bigint) =>
  service.wallet.openAccount({ requestId: randomUUID(), ref, currency: "USD", floorMinorUnits });

/** A fresh game whose accounts are those of the model. */
async function openGame(): Promise<Ref[]> {
  const game = newGame();
  await setFloor(game.game, GAME_FLOOR);
  return [game.external, game.game, game.gamer(), game.gamer(), game.pool()];
}

describe("the ledger", () => {
  test("matches its model after any sequence of requests", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const [refs, run, model] = [await openGame(), newId(), new LedgerModel(ACCOUNTS)];
        for (const asked of steps) {
          if ("close" in asked) {
            itemOf(model.accounts, asked.close).closed = true;
            const ref = itemOf(refs, asked.close);
            await closeAccount(service.wallet, ref);
          } else if ("floor" in asked) {
            const game = itemOf(model.accounts, GAME);
            const fits = asked.floor <= game.cents;
            const outcome = await refusal(setFloor(itemOf(refs, GAME), asked.floor));
            expect(outcome).toBe(fits ? "accepted" : "INSUFFICIENT_FUNDS");
            if (fits) game.floor = asked.floor;
          } else {
            const transfers = asked.post.map(({ id, debit, credit, cents, linked, kind }) => ({
              id: derivedId(run, String(id)),
              debit: itemOf(refs, debit),
              credit: itemOf(refs, credit),
              amount: { currency: "USD", minorUnits: cents },
              kind: KINDS[kind],
              linked,
            }));
            expect(await outcomesOf(service.wallet, transfers)).toEqual(model.post(asked.post));
          }
          const { balances } = await service.wallet.batchGetBalances({ refs, currency: "USD" });
          const cents = balances.map((balance) => balance.minorUnits);
          expect(cents).toEqual(model.accounts.map((state) => state.cents));
          expect(cents.reduce((sum, each) => sum + each, 0n)).toBe(0n);
        }
      }),
      { numRuns: 40 },
    );
  });
});
