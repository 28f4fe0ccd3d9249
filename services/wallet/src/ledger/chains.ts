import type { DomainError } from "@tms/kit/errors/domain-error";
import type { NewTransfer } from "../db/transfers.ts";
import { linkedTransferRefused } from "../errors.ts";
import { checkTransfer, type AccountState } from "./balance-limits.ts";

type Movement = Pick<NewTransfer, "debitAccountId" | "creditAccountId" | "amountMinor" | "kind">;

/**
 * Returns what checks chains of linked transfers, one after another: each sees the balances that the
 * chains before it leave. A chain is accepted whole (null for each transfer) or refused whole. A
 * transfer that is linked to none is a chain of one. The accounts given are not changed.
 */
export function createChainCheck(accounts: ReadonlyMap<string, AccountState>) {
  const balances = new Map<string, bigint>();
  return (chain: readonly Movement[]): (DomainError | null)[] => {
    const draft = new Map<string, bigint>();
    const stateOf = (id: string): AccountState => {
      const account = accounts.get(id);
      if (account === undefined) throw new Error("an account was not locked");
      const { balanceMinor, floorMinor, closedAt } = account;
      return {
        balanceMinor: draft.get(id) ?? balances.get(id) ?? balanceMinor,
        floorMinor,
        closedAt,
      };
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
      return refusals.map((refusal) => refusal ?? linkedTransferRefused());
    for (const [id, balance] of draft) balances.set(id, balance);
    return refusals;
  };
}

/** Cuts a batch into its chains: runs of linked transfers, each with the one it ends in. */
export function chainsOf<T extends { linked: boolean }>(transfers: readonly T[]): T[][] {
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
