import { DomainError, required } from "@tms/kit/errors/domain-error";
import type { AccountRow } from "../db/accounts.ts";
import type { TransferKind } from "../db/tables.ts";
import type { NewTransfer } from "../db/posting.ts";
import { ALLOWED, hasSameContent, type RequestedTransfer } from "./transfer.ts";

/** The largest absolute balance in minor units, because clients of the REST API may read it as a double. */
export const BALANCE_LIMIT = 9_007_199_254_740_991n;

export type AccountState = Pick<AccountRow, "balanceMinor" | "floorMinor" | "closedAt">;

/**
 * The kinds that only settlement makes. A closed account still takes them. Otherwise its owner would lose the
 * money. Their refusals are not final, so that settlement can repeat the transfers.
 */
export const OF_SETTLEMENT = new Set<TransferKind>(["payout", "platform_fee", "refund"]);

export function checkTransfer(
  { kind, amountMinor }: Pick<NewTransfer, "kind" | "amountMinor">,
  debit: AccountState,
  credit: AccountState,
): DomainError | null {
  const debited = debit.balanceMinor - amountMinor;
  const credited = credit.balanceMinor + amountMinor;
  if (credit.closedAt !== null && !OF_SETTLEMENT.has(kind))
    return new DomainError("ACCOUNT_CLOSED", "The credited account is closed.");
  if (debit.closedAt !== null && kind === "entry_fee")
    return new DomainError("ACCOUNT_CLOSED", "The debited account is closed.");
  if (debit.floorMinor !== null && debited < debit.floorMinor)
    return new DomainError("INSUFFICIENT_FUNDS");
  if (debited < -BALANCE_LIMIT) return overflow(kind, "debit");
  if (credited > BALANCE_LIMIT) return overflow(kind, "credit");
  return null;
}

const overflow = (kind: TransferKind, side: "debit" | "credit") =>
  new DomainError(
    ALLOWED[kind][side].includes("external") ? "OUTSIDE_ACCOUNT_FULL" : "BALANCE_OVERFLOW",
  );

type Movement = Pick<NewTransfer, "debitAccountId" | "creditAccountId" | "amountMinor" | "kind">;

/** Creates a function that checks a chain of linked transfers against the balances after earlier chains. */
function createChainCheck(accounts: ReadonlyMap<string, AccountState>) {
  const balances = new Map<string, bigint>();
  return (chain: readonly Movement[]): (DomainError | null)[] => {
    const draft = new Map<string, bigint>();
    const stateOf = (id: string): AccountState => {
      const account = required(accounts.get(id), "an account was not locked");
      const balanceMinor = draft.get(id) ?? balances.get(id) ?? account.balanceMinor;
      return { balanceMinor, floorMinor: account.floorMinor, closedAt: account.closedAt };
    };
    const refusals = chain.map((transfer) => {
      const { debitAccountId, creditAccountId, amountMinor } = transfer;
      const [debit, credit] = [stateOf(debitAccountId), stateOf(creditAccountId)];
      const refusal = checkTransfer(transfer, debit, credit);
      if (refusal !== null) return refusal;
      draft.set(debitAccountId, debit.balanceMinor - amountMinor);
      draft.set(creditAccountId, credit.balanceMinor + amountMinor);
      return null;
    });
    if (refusals.some((refusal) => refusal !== null))
      return refusals.map((refusal) => refusal ?? new DomainError("LINKED_TRANSFER_REFUSED"));
    for (const [id, balance] of draft) balances.set(id, balance);
    return refusals;
  };
}

/** Divides transfers into chains. A chain consists of consecutive linked transfers and the next transfer. */
function chainsOf<T extends { linked: boolean }>(transfers: readonly T[]): T[][] {
  const chains: T[][] = [];
  let current: T[] = [];
  for (const transfer of transfers) {
    current.push(transfer);
    if (transfer.linked) continue;
    chains.push(current);
    current = [];
  }
  if (current.length > 0) chains.push(current);
  return chains;
}

/** The decision on a transfer id. `isFor` reports whether a transfer has the content of the decision. */
export interface Decision {
  refusal: DomainError | null;
  isFor(transfer: RequestedTransfer): boolean;
}

export interface RefusedTransfer {
  transfer: RequestedTransfer;
  refusal: DomainError;
}

/**
 * Decides the undecided transfers of a batch, chain by chain, and adds the decisions to `decisions`. If an id
 * of a chain was refused before or is in use for other content, refuses the undecided transfers of the chain.
 */
export function decide(
  transfers: readonly RequestedTransfer[],
  accounts: ReadonlyMap<string, AccountState>,
  decisions: Map<string, Decision>,
): { accepted: RequestedTransfer[]; refused: RefusedTransfer[] } {
  const checkChain = createChainCheck(accounts);
  const accepted: RequestedTransfer[] = [];
  const refused: RefusedTransfer[] = [];
  for (const chain of chainsOf(transfers)) {
    // The first transfer of the chain with each undecided id.
    const firsts = new Map<string, RequestedTransfer>();
    for (const transfer of chain)
      if (!decisions.has(transfer.id) && !firsts.has(transfer.id))
        firsts.set(transfer.id, transfer);
    const undecided = [...firsts.values()];
    const broken = chain.some((transfer) => {
      const first = firsts.get(transfer.id);
      return first ? !hasSameContent(first, transfer) : refusalOf(transfer, decisions) !== null;
    });
    const refusals = broken
      ? undecided.map(() => new DomainError("LINKED_TRANSFER_REFUSED"))
      : checkChain(undecided);
    undecided.forEach((transfer, index) => {
      const refusal = refusals[index] ?? null;
      decisions.set(transfer.id, { refusal, isFor: (other) => hasSameContent(transfer, other) });
      if (refusal) refused.push({ transfer, refusal });
      else accepted.push(transfer);
    });
  }
  return { accepted, refused };
}

/** Returns the refusal of a decided transfer, if any: TRANSFER_ID_REUSED if other content has its id. */
export function refusalOf(transfer: RequestedTransfer, decisions: ReadonlyMap<string, Decision>) {
  const decision = required(decisions.get(transfer.id), "a transfer was neither made nor refused");
  return decision.isFor(transfer) ? decision.refusal : new DomainError("TRANSFER_ID_REUSED");
}
