import { AccountType, TransferKind } from "@tms/proto/tms/wallet/v1/wallet";

/** A kind of transfer between two types of account. */
export interface Movement {
  kind: TransferKind;
  debit: AccountType;
  credit: AccountType;
}

const KINDS = [1, 2, 3, 4, 5, 6] as const satisfies readonly TransferKind[];
const TYPES = [1, 2, 3, 4, 5] as const satisfies readonly AccountType[];

/** Every kind of transfer between any two types of account. */
export const MOVEMENTS: readonly Movement[] = KINDS.flatMap((kind) =>
  TYPES.flatMap((debit) => TYPES.map((credit) => ({ kind, debit, credit }))),
);

const SENSIBLE: ReadonlySet<string> = new Set([
  "DEPOSIT EXTERNAL > GAME",
  "DEPOSIT EXTERNAL > GAMER",
  "WITHDRAWAL GAME > EXTERNAL",
  "WITHDRAWAL GAMER > EXTERNAL",
  "WITHDRAWAL PLATFORM > EXTERNAL",
  "ENTRY_FEE GAME > PRIZE_POOL",
  "ENTRY_FEE GAMER > PRIZE_POOL",
  "PAYOUT PRIZE_POOL > GAMER",
  "PLATFORM_FEE PRIZE_POOL > PLATFORM",
  "REFUND PRIZE_POOL > GAME",
  "REFUND PRIZE_POOL > GAMER",
]);

/** A movement in words. */
export const describeMovement = ({ kind, debit, credit }: Movement): string =>
  `${nameIn(TransferKind, kind)} ${nameIn(AccountType, debit)} > ${nameIn(AccountType, credit)}`;

const nameIn = (names: Readonly<Record<string, number>>, value: number) =>
  Object.keys(names).find((name) => names[name] === value);

/** Whether docs/money.md lists a movement. */
export const makesSense = (movement: Movement): boolean => SENSIBLE.has(describeMovement(movement));
