import { DomainError } from "@tms/kit/errors";

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
  /** Happens only together with the next candidate. */
  linked: boolean;
}

/** Null admits the candidate at the same index; an error refuses it. */
export type Decision = DomainError | null;

/**
 * Decides a batch in order, each candidate seeing the balances its admitted predecessors
 * leave. A run of linked candidates is admitted whole or refused whole. Pure: the accounts
 * given are not changed.
 */
export function admit(
  accounts: ReadonlyMap<string, AccountState>,
  candidates: readonly Candidate[],
): Decision[] {
  const balances = new Map<string, bigint>();
  const decisions: Decision[] = [];
  for (const chain of chains(candidates)) {
    const undo = new Map(
      chain.flatMap((c) =>
        [c.debitAccountId, c.creditAccountId].map((id) => [id, balances.get(id)] as const),
      ),
    );
    const verdicts = chain.map((candidate) => apply(accounts, balances, candidate));
    if (verdicts.every((verdict) => verdict === null)) {
      decisions.push(...verdicts);
      continue;
    }
    for (const [id, balance] of undo)
      if (balance === undefined) balances.delete(id);
      else balances.set(id, balance);
    decisions.push(...verdicts.map((verdict) => verdict ?? linkedRefusal()));
  }
  return decisions;
}

function chains(candidates: readonly Candidate[]): Candidate[][] {
  const result: Candidate[][] = [];
  let current: Candidate[] = [];
  for (const candidate of candidates) {
    current.push(candidate);
    if (candidate.linked) continue;
    result.push(current);
    current = [];
  }
  if (current.length > 0) result.push(current);
  return result;
}

function apply(
  accounts: ReadonlyMap<string, AccountState>,
  balances: Map<string, bigint>,
  candidate: Candidate,
): Decision {
  const debit = accounts.get(candidate.debitAccountId);
  const credit = accounts.get(candidate.creditAccountId);
  if (debit === undefined || credit === undefined) throw new Error("an account was not locked");
  const debited =
    (balances.get(candidate.debitAccountId) ?? debit.balanceMinor) - candidate.amountMinor;
  const credited =
    (balances.get(candidate.creditAccountId) ?? credit.balanceMinor) + candidate.amountMinor;
  if (credit.closed)
    return new DomainError("ACCOUNT_CLOSED", "The account to be credited is closed.");
  if (debit.floorMinor !== null && debited < debit.floorMinor)
    return new DomainError("INSUFFICIENT_FUNDS", "The account to be debited has too little in it.");
  if (debited < -BALANCE_LIMIT || credited > BALANCE_LIMIT)
    return new DomainError("BALANCE_OVERFLOW", "The transfer would take a balance out of range.");
  balances.set(candidate.debitAccountId, debited);
  balances.set(candidate.creditAccountId, credited);
  return null;
}

const linkedRefusal = () =>
  new DomainError("LINKED_TRANSFER_REFUSED", "A transfer linked to this one was refused.");
