import { create, equals, type MessageInitShape, type MessageValidType } from "@bufbuild/protobuf";
import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import {
  AccountType,
  TransferKind,
  TransferSchema,
  TransferSpecSchema,
  type AccountRef,
  type Transfer,
  type TransferSpec,
} from "@tms/proto/tms/wallet/v1/wallet";
import { DomainError } from "../../errors/domain-error.ts";
import { newId } from "../../values/ids.ts";

/** Names an account of any currency. */
export type Ref = Pick<AccountRef, "gameId" | "type" | "ownerId">;

/** A transfer asked for, as a request that was checked has it. */
export type ValidSpec = MessageValidType<typeof TransferSpecSchema>;

interface FakeAccount {
  balance: bigint;
  floor: bigint | undefined;
  closed: boolean;
  full: boolean;
}

const FLOORED: ReadonlySet<AccountType> = new Set([
  AccountType.GAMER,
  AccountType.PRIZE_POOL,
  AccountType.PLATFORM,
]);
// What a closed account still takes, and what may be tried again once it was refused.
const OWED: ReadonlySet<TransferKind> = new Set([
  TransferKind.PAYOUT,
  TransferKind.PLATFORM_FEE,
  TransferKind.REFUND,
]);
const CURRENCY = "USD";
const FIRST_TRANSFER_MS = 1_700_000_000_000;

/**
 * A ledger in memory that keeps the wallet's rules: double entry, floors, closed accounts, ids that
 * mean one thing for good. It checks no kind against its accounts and makes no linked transfers.
 * Where no currency is named it is USD.
 */
export class FakeLedger {
  /** Every transfer made, by id, in their order; no two at the same time. */
  readonly transfers = new Map<string, Transfer>();
  readonly #refused = new Map<string, { spec: ValidSpec; refusal: DomainError }>();
  readonly #accounts = new Map<string, FakeAccount>();

  /** The accounts of a game that any transfer names. */
  refs(gameId: string): Ref[] {
    const named = [...this.transfers.values()].flatMap(({ spec }) => [spec?.debit, spec?.credit]);
    const byName = new Map(
      named.flatMap((ref) => (ref ? [[`${ref.type}/${ref.ownerId}`, ref] as const] : [])),
    );
    return [...byName.values()].filter((ref) => ref.gameId === gameId);
  }

  balance(ref: Ref, currency = CURRENCY): bigint {
    return this.#account(ref, currency).balance;
  }

  /** What all accounts add up to: zero, or money was made. */
  total(): bigint {
    return [...this.#accounts.values()].reduce((sum, { balance }) => sum + balance, 0n);
  }

  /** What a kind of transfers has moved. */
  moved(kind: TransferKind): bigint {
    const made = [...this.transfers.values()].filter(({ spec }) => spec?.kind === kind);
    return made.reduce((sum, { spec }) => sum + (spec?.amount?.minorUnits ?? 0n), 0n);
  }

  /** The entry fees of a tournament. */
  charges(tournamentId: string): TransferSpec[] {
    return [...this.transfers.values()].flatMap(({ spec }) =>
      spec?.kind === TransferKind.ENTRY_FEE && spec.referenceId === tournamentId ? [spec] : [],
    );
  }

  /** When a transfer was made, in milliseconds. */
  timeOf(transferId: string): number | undefined {
    const made = this.transfers.get(transferId);
    return made?.createTime && timestampMs(made.createTime);
  }

  /** Moves money as other services do. */
  move(debit: Ref, credit: Ref, minorUnits: bigint, kind: TransferKind, currency = CURRENCY): void {
    const amount = { currency, minorUnits };
    const outcome = this.post(specOf({ id: newId(), debit, credit, amount, kind }));
    if (outcome instanceof DomainError) throw outcome;
  }

  /** Puts money from outside into an account, whatever it is for. */
  put(ref: Ref, minorUnits: bigint, currency = CURRENCY): void {
    const { gameId } = ref;
    const outside = { gameId, type: AccountType.EXTERNAL, ownerId: gameId };
    this.move(outside, ref, minorUnits, TransferKind.DEPOSIT, currency);
  }

  setFloor(ref: Ref, currency: string, floor: bigint): void {
    this.#account(ref, currency).floor = floor;
  }

  close(ref: Ref, currency = CURRENCY): void {
    this.#account(ref, currency).closed = true;
  }

  /** Opens a closed account again, as an operator would by hand. */
  reopen(ref: Ref): void {
    this.#account(ref).closed = false;
  }

  /** Makes an account as full as can be, so that nothing can be paid into it; or no longer so. */
  fill(ref: Ref, full = true): void {
    this.#account(ref).full = full;
  }

  /** Makes a transfer, or finds what became of it before. */
  post(spec: ValidSpec): Transfer | DomainError {
    if (spec.linked) throw new Error("the fake makes no linked transfers");
    const made = this.transfers.get(spec.id);
    if (made) return isSame(made.spec, spec) ? made : reused();
    const refused = this.#refused.get(spec.id);
    if (refused) return isSame(refused.spec, spec) ? refused.refusal : reused();
    const { currency, minorUnits } = spec.amount;
    const debit = this.#account(spec.debit, currency);
    const credit = this.#account(spec.credit, currency);
    const refusal = refusalOf(spec, debit, credit);
    if (refusal) {
      if (!OWED.has(spec.kind)) this.#refused.set(spec.id, { spec, refusal });
      return refusal;
    }
    debit.balance -= minorUnits;
    credit.balance += minorUnits;
    const sequence = this.transfers.size + 1;
    const createTime = timestampFromMs(FIRST_TRANSFER_MS + 7 * sequence);
    const transfer = create(TransferSchema, { spec, sequence: BigInt(sequence), createTime });
    this.transfers.set(spec.id, transfer);
    return transfer;
  }

  /** An account's transfers, newest first, each with the balance after it. */
  statementOf(ref: Ref, currency: string) {
    let after = 0n;
    const lines = [...this.transfers.values()].flatMap((transfer) => {
      const { debit, credit, amount } = transfer.spec as ValidSpec;
      if (amount.currency !== currency || !(isOf(debit, ref) || isOf(credit, ref))) return [];
      after += isOf(credit, ref) ? amount.minorUnits : -amount.minorUnits;
      return [{ ...transfer, balanceAfterMinorUnits: after }];
    });
    return lines.toReversed();
  }

  #account(ref: Ref, currency = CURRENCY): FakeAccount {
    const key = [ref.gameId, ref.type, ref.ownerId, currency].join("/");
    const known = this.#accounts.get(key);
    if (known) return known;
    const floor = FLOORED.has(ref.type) ? 0n : undefined;
    const account = { balance: 0n, floor, closed: false, full: false };
    this.#accounts.set(key, account);
    return account;
  }
}

/** A transfer to ask the ledger for. */
export const specOf = (init: MessageInitShape<typeof TransferSpecSchema>): ValidSpec =>
  create(TransferSpecSchema, init) as ValidSpec;

function refusalOf(
  { kind, amount }: ValidSpec,
  debit: FakeAccount,
  credit: FakeAccount,
): DomainError | undefined {
  if ((credit.closed && !OWED.has(kind)) || (debit.closed && kind === TransferKind.ENTRY_FEE))
    return new DomainError("ACCOUNT_CLOSED", "The account is closed.");
  if (debit.floor !== undefined && debit.balance - amount.minorUnits < debit.floor)
    return new DomainError("INSUFFICIENT_FUNDS", "There is too little in the account.");
  if (credit.full) return new DomainError("BALANCE_OVERFLOW", "There is too much in the account.");
  return undefined;
}

const reused = () => new DomainError("TRANSFER_ID_REUSED", "The id was used for another transfer.");

const isSame = (one: TransferSpec | undefined, other: TransferSpec): boolean =>
  one !== undefined && equals(TransferSpecSchema, one, other);

const isOf = (ref: Ref, { gameId, type, ownerId }: Ref): boolean =>
  ref.gameId === gameId && ref.type === type && ref.ownerId === ownerId;
