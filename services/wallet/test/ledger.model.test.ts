import fc from "fast-check";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { derivedId, newId } from "@tms/kit/ids";
import { TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import { LedgerModel, type ModelAccount, type ModelOrder } from "./model.ts";
import { itemOf, newGame, outcomesOf, startWallet, type WalletUnderTest } from "./service.ts";

let under: WalletUnderTest;
beforeAll(async () => {
  under = await startWallet();
});
afterAll(() => under?.close());

const GAME_FLOOR = -50n;
const ACCOUNTS: readonly ModelAccount[] = [
  { cents: 0n, floor: null, closed: false },
  { cents: 0n, floor: GAME_FLOOR, closed: false },
  { cents: 0n, floor: 0n, closed: false },
  { cents: 0n, floor: 0n, closed: false },
  { cents: 0n, floor: 0n, closed: false },
];
const account = fc.nat(ACCOUNTS.length - 1);

// Few ids and accounts, so that repeats, reused ids and shortages are frequent.
const order: fc.Arbitrary<ModelOrder> = fc
  .record({
    id: fc.nat(24),
    debit: account,
    credit: account,
    cents: fc.bigInt({ min: 1n, max: 60n }),
    linked: fc.boolean(),
  })
  .filter(({ debit, credit }) => debit !== credit);
const batch = fc
  .array(order, { minLength: 1, maxLength: 7 })
  .map((orders) =>
    orders.map((each, n) => (n === orders.length - 1 ? { ...each, linked: false } : each)),
  );
const step = fc.oneof({ weight: 9, arbitrary: batch }, { weight: 1, arbitrary: account });

/** A fresh game whose accounts are those of the model. */
async function openGame() {
  const game = newGame();
  const refs = [game.external, game.game, game.gamer(), game.gamer(), game.pool()];
  const floorMinorUnits = GAME_FLOOR;
  await under.wallet.openAccount({
    requestId: randomUUID(),
    ref: game.game,
    currency: "USD",
    floorMinorUnits,
  });
  return refs;
}

describe("the ledger", () => {
  test("does what its model does, whatever it is asked", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const [refs, run, model] = [await openGame(), newId(), new LedgerModel(ACCOUNTS)];
        for (const asked of steps) {
          if (typeof asked === "number") {
            itemOf(model.accounts, asked).closed = true;
            const ref = itemOf(refs, asked);
            await under.wallet.closeAccount({ requestId: randomUUID(), ref, currency: "USD" });
            continue;
          }
          const transfers = asked.map(({ id, debit, credit, cents, linked }) => ({
            id: derivedId(run, String(id)),
            debit: itemOf(refs, debit),
            credit: itemOf(refs, credit),
            amount: { currency: "USD", minorUnits: cents },
            kind: TransferKind.DEPOSIT,
            linked,
          }));
          expect(await outcomesOf(under.wallet, transfers)).toEqual(model.post(asked));
          const { balances } = await under.wallet.batchGetBalances({ refs, currency: "USD" });
          const cents = balances.map((balance) => balance.minorUnits);
          expect(cents).toEqual(model.accounts.map((state) => state.cents));
          expect(cents.reduce((sum, each) => sum + each, 0n)).toBe(0n);
        }
      }),
      { numRuns: 40 },
    );
  });
});
