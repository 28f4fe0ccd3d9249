import fc from "fast-check";
import { AccountType, TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import type { ModelAccount, ModelTransfer } from "../../../test/model/ledger.ts";

/** The ledger's kinds by the model's names. */
export const KINDS = {
  deposit: TransferKind.DEPOSIT,
  "entry fee": TransferKind.ENTRY_FEE,
  payout: TransferKind.PAYOUT,
} as const;

/** The credit limit of the model's game. */
export const GAME_FLOOR = -50n;

/** An external account, a game with credit, two wallets and a pool. */
export const ACCOUNTS: readonly ModelAccount[] = [
  { cents: 0n, floor: null, closed: false },
  { cents: 0n, floor: GAME_FLOOR, closed: false },
  { cents: 0n, floor: 0n, closed: false },
  { cents: 0n, floor: 0n, closed: false },
  { cents: 0n, floor: 0n, closed: false },
];

/** What the model's accounts are for. */
export const TYPES: readonly AccountType[] = [
  AccountType.EXTERNAL,
  AccountType.GAME,
  AccountType.GAMER,
  AccountType.GAMER,
  AccountType.PRIZE_POOL,
];

type Movement = Pick<ModelTransfer, "debit" | "credit" | "kind">;

// All that is allowed among these accounts.
const MOVEMENTS: readonly Movement[] = [
  ...[1, 2, 3].map((credit): Movement => ({ debit: 0, credit, kind: "deposit" })),
  ...[1, 2, 3].map((debit): Movement => ({ debit, credit: 4, kind: "entry fee" })),
  ...[2, 3].map((credit): Movement => ({ debit: 4, credit, kind: "payout" })),
];

/** Any of the model's accounts. */
export const anyAccount = fc.nat(ACCOUNTS.length - 1);

// Few ids and accounts, so that repeats, reused ids and shortages are frequent.
const transfer: fc.Arbitrary<ModelTransfer> = fc
  .record({
    id: fc.nat(24),
    movement: fc.constantFrom(...MOVEMENTS),
    cents: fc.oneof(
      { weight: 19, arbitrary: fc.bigInt({ min: 1n, max: 60n }) },
      { weight: 1, arbitrary: fc.constantFrom(9_007_199_254_740_991n, 9_007_199_254_740_960n) },
    ),
    linked: fc.boolean(),
  })
  .map(({ movement, ...rest }) => ({ ...rest, ...movement }));

/** A batch that ends in a transfer that is not linked. */
export const anyBatch = fc
  .array(transfer, { minLength: 1, maxLength: 7 })
  .map((transfers) =>
    transfers.map((each, n) => (n === transfers.length - 1 ? { ...each, linked: false } : each)),
  );
