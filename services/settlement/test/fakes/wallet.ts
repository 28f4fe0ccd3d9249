import type { ServiceImpl } from "@connectrpc/connect";
import { DomainError } from "@tms/kit/errors/domain-error";
import { toRefusal } from "@tms/kit/errors/refusal";
import { newId } from "@tms/kit/values/ids";
import {
  AccountType,
  type TransferKind,
  type AccountRef,
  type DisburseRequest,
  type WalletService,
} from "@tms/proto/tms/wallet/v1/wallet";

type Ref = Pick<AccountRef, "gameId" | "type" | "ownerId">;

/** A transfer as asked for. */
interface FakeTransfer {
  id: string;
  debit: Ref;
  credit: Ref;
  amount: { currency: string; minorUnits: bigint };
  kind: TransferKind;
}

const ALL_FLOORED = [AccountType.GAMER, AccountType.PRIZE_POOL, AccountType.PLATFORM];
const CURRENCY = "USD";

/** A ledger in memory, as honest as the real one: double entry, floors, ids used once. */
export class FakeLedger {
  transfers = new Map<string, FakeTransfer>();
  /** When each transfer was made, in milliseconds: no two at the same time. */
  readonly times = new Map<string, number>();
  /** How many transfers each batch asked for. */
  readonly batches: number[] = [];
  #balances = new Map<string, bigint>();
  readonly #closed = new Set<string>();

  balance(ref: Ref): bigint {
    return this.#balances.get(keyOf(ref)) ?? 0n;
  }

  /** What all accounts add up to: zero, or money was made. */
  total(): bigint {
    return [...this.#balances.values()].reduce((sum, balance) => sum + balance, 0n);
  }

  /** What a kind of transfers has moved. */
  moved(kind: TransferKind): bigint {
    const made = [...this.transfers.values()].filter((transfer) => transfer.kind === kind);
    return made.reduce((sum, transfer) => sum + transfer.amount.minorUnits, 0n);
  }

  close(ref: Ref): void {
    this.#closed.add(keyOf(ref));
  }

  /** Opens a closed account again, as an operator would by hand. */
  reopen(ref: Ref): void {
    this.#closed.delete(keyOf(ref));
  }

  /** Moves money as other services do. */
  move(debit: Ref, credit: Ref, minorUnits: bigint, kind: TransferKind): void {
    const amount = { currency: CURRENCY, minorUnits };
    const refusal = this.#post({ id: newId(), debit, credit, amount, kind });
    if (refusal) throw refusal;
  }

  /** The RPCs settlement uses. */
  readonly routes: Partial<ServiceImpl<typeof WalletService>> = {
    closeAccount: ({ ref }) => ({ account: this.#closePool(ref!) }),
    batchCloseAccount: ({ accounts }) => ({
      accounts: accounts.map(({ ref }) => this.#closePool(ref!)),
    }),
    batchGetBalances: ({ refs }) => ({ balances: refs.map((ref) => this.#money(ref)) }),
    disburse: (request) => {
      this.batches.push(request.transferIds.length);
      const refused = specsOf(request).flatMap((spec) => {
        const refusal = this.#post(spec);
        return refusal ? [{ transferId: spec.id, refusal: toRefusal(refusal) }] : [];
      });
      return { refused };
    },
    batchDisburse: ({ disbursements }) => {
      const [transfers, balances] = [new Map(this.transfers), new Map(this.#balances)];
      const specs = disbursements.flatMap(specsOf);
      this.batches.push(specs.length);
      const made = specs.every((spec) => !this.transfers.has(spec.id) && !this.#post(spec));
      if (!made) [this.transfers, this.#balances] = [transfers, balances];
      return { made };
    },
    batchGetTransferTimes: ({ transferIds }) => ({
      createTimesMs: transferIds.map((id) =>
        BigInt((this.transfers.has(id) && this.times.get(id)) || 0),
      ),
    }),
  };

  #closePool(ref: Ref) {
    this.close(ref);
    return { ref, balance: this.#money(ref) };
  }

  #post(spec: FakeTransfer): DomainError | undefined {
    const made = this.transfers.get(spec.id);
    if (made) return contentOf(made) === contentOf(spec) ? undefined : reused();
    const [debit, credit] = [spec.debit, spec.credit];
    const minorUnits = spec.amount.minorUnits;
    if (this.#closed.has(keyOf(credit))) return new DomainError("ACCOUNT_CLOSED", "It is closed.");
    if (ALL_FLOORED.includes(debit.type as never) && this.balance(debit) < minorUnits)
      return new DomainError("INSUFFICIENT_FUNDS", "There is too little.");
    this.transfers.set(spec.id, spec);
    this.times.set(spec.id, 1_700_000_000_000 + 7 * this.times.size);
    this.#balances.set(keyOf(debit), this.balance(debit) - minorUnits);
    this.#balances.set(keyOf(credit), this.balance(credit) + minorUnits);
    return undefined;
  }

  #money = (ref: Ref) => ({ currency: CURRENCY, minorUnits: this.balance(ref) });
}

function specsOf({ transferIds, ownerIds, minorUnits, ...common }: DisburseRequest) {
  const { debit, creditType: type, currency, kind } = common;
  return transferIds.map((id, index): FakeTransfer => {
    const credit = { gameId: debit!.gameId, type, ownerId: ownerIds[index]! };
    const amount = { currency, minorUnits: minorUnits[index]! };
    return { id, debit: debit!, credit, amount, kind };
  });
}

const keyOf = ({ gameId, type, ownerId }: Ref) => `${gameId}/${type}/${ownerId}`;

const contentOf = (spec: FakeTransfer) =>
  [keyOf(spec.debit), keyOf(spec.credit), spec.amount.minorUnits, spec.kind].join("|");

const reused = () => new DomainError("TRANSFER_ID_REUSED", "The id stands for another transfer.");
