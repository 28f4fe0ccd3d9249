import fc from "fast-check";
import { TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import type { ModelAccount, ModelOrder } from "./model.ts";

/** The ledger's kinds by the model's names. */
export const KINDS = {
  deposit: TransferKind.DEPOSIT,
  "entry fee": TransferKind.ENTRY_FEE,
  payout: TransferKind.PAYOUT,
} as const;

/** The credit limit of the model's game. */
export const GAME_FLOOR = -50n;

/** The world outside, a game with credit, two wallets and a pool. */
export const ACCOUNTS: readonly ModelAccount[] = [
  { cents: 0n, floor: null, closed: false },
  { cents: 0n, floor: GAME_FLOOR, closed: false },
  { cents: 0n, floor: 0n, closed: false },
  { cents: 0n, floor: 0n, closed: false },
  { cents: 0n, floor: 0n, closed: false },
];

/** Any of the model's accounts. */
export const anyAccount = fc.nat(ACCOUNTS.length - 1);

// Few ids and accounts, so that repeats, reused ids and shortages are frequent.
const order: fc.Arbitrary<ModelOrder> = fc
  .record({
    id: fc.nat(24),
    debit: anyAccount,
    credit: anyAccount,
    cents: fc.oneof(
      { weight: 19, arbitrary: fc.bigInt({ min: 1n, max: 60n }) },
      { weight: 1, arbitrary: fc.constantFrom(9_007_199_254_740_991n, 9_007_199_254_740_960n) },
    ),
    linked: fc.boolean(),
    kind: fc.constantFrom("deposit", "entry fee", "payout"),
  })
  .filter(({ debit, credit }) => debit !== credit);

/** A batch that ends in an order that is not linked. */
export const anyBatch = fc
  .array(order, { minLength: 1, maxLength: 7 })
  .map((orders) =>
    orders.map((each, n) => (n === orders.length - 1 ? { ...each, linked: false } : each)),
  );
