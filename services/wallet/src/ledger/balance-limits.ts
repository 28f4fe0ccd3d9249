import { DomainError } from "@tms/kit/errors/domain-error";
import { TransferKind } from "@tms/proto/tms/wallet/v1/wallet";

/** Largest balance, either way, in minor units: the REST edge carries balances as doubles. */
export const BALANCE_LIMIT = 9_007_199_254_740_991n;

/** What a decision needs to know of an account. */
export interface AccountState {
  balanceMinor: bigint;
  floorMinor: bigint | null;
  closed: boolean;
}

/** A transfer to decide on. */
export interface Candidate {
  debitAccountId: string;
  creditAccountId: string;
  amountMinor: bigint;
  kind: TransferKind;
}

// What an account is owed reaches it though it was closed meanwhile: a settlement cannot wait for
// an account that never opens again.
const OWED: ReadonlySet<TransferKind> = new Set([
  TransferKind.PAYOUT,
  TransferKind.PLATFORM_FEE,
  TransferKind.REFUND,
]);

/** Null admits the candidate at the same index; an error refuses it. */
export type Decision = DomainError | null;

/**
 * Decides chains of linked candidates one after another, each seeing the balances its admitted
 * predecessors leave. A chain is admitted whole or refused whole; a lone candidate is a chain of
 * one. The accounts given are not changed.
 */
export function createAdmission(accounts: ReadonlyMap<string, AccountState>) {
  const balances = new Map<string, bigint>();
  return (chain: readonly Candidate[]): Decision[] => {
    const draft = new Map<string, bigint>();
    const balanceOf = (id: string) => draft.get(id) ?? balances.get(id);
    const verdicts = chain.map((candidate) => apply(accounts, balanceOf, draft, candidate));
    if (verdicts.some((verdict) => verdict !== null))
      return verdicts.map((verdict) => verdict ?? linkedRefusal());
    for (const [id, balance] of draft) balances.set(id, balance);
    return verdicts;
  };
}

/** Cuts a batch into its chains: runs of linked orders, each with the one it ends in. */
export function chainsOf<T extends { linked: boolean }>(orders: readonly T[]): T[][] {
  const result: T[][] = [];
  let current: T[] = [];
  for (const order of orders) {
    current.push(order);
    if (order.linked) continue;
    result.push(current);
    current = [];
  }
  if (current.length > 0) result.push(current);
  return result;
}

function apply(
  accounts: ReadonlyMap<string, AccountState>,
  balanceOf: (id: string) => bigint | undefined,
  draft: Map<string, bigint>,
  candidate: Candidate,
): Decision {
  const debit = accounts.get(candidate.debitAccountId);
  const credit = accounts.get(candidate.creditAccountId);
  if (debit === undefined || credit === undefined) throw new Error("an account was not locked");
  const debited =
    (balanceOf(candidate.debitAccountId) ?? debit.balanceMinor) - candidate.amountMinor;
  const credited =
    (balanceOf(candidate.creditAccountId) ?? credit.balanceMinor) + candidate.amountMinor;
  if (credit.closed && !OWED.has(candidate.kind))
    return new DomainError("ACCOUNT_CLOSED", "The account to be credited is closed.");
  if (debit.closed && candidate.kind === TransferKind.ENTRY_FEE)
    return new DomainError("ACCOUNT_CLOSED", "The account to be debited is closed.");
  if (debit.floorMinor !== null && debited < debit.floorMinor)
    return new DomainError("INSUFFICIENT_FUNDS", "The account to be debited has too little in it.");
  if (debited < -BALANCE_LIMIT) return beyondCounting(candidate.kind === TransferKind.DEPOSIT);
  if (credited > BALANCE_LIMIT) return beyondCounting(candidate.kind === TransferKind.WITHDRAWAL);
  draft.set(candidate.debitAccountId, debited);
  draft.set(candidate.creditAccountId, credited);
  return null;
}

// What a deposit comes from and a withdrawal goes to is the world outside: no smaller amount helps,
// nor is it the fault of the account at the other end.
const beyondCounting = (outside: boolean) =>
  outside
    ? new DomainError(
        "OUTSIDE_ACCOUNT_FULL",
        "The game has taken in, or paid out, as much as can be counted.",
      )
    : new DomainError("BALANCE_OVERFLOW", "The transfer would take a balance out of range.");

/** Refuses what was linked to a refused transfer. */
export const linkedRefusal = () =>
  new DomainError("LINKED_TRANSFER_REFUSED", "A transfer linked to this one was refused.");
