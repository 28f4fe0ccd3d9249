import type { Db, Tx } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { DomainError, required } from "@tms/kit/errors/domain-error";
import { isReason } from "@tms/kit/errors/reasons";
import type { Change, NewEvent } from "@tms/kit/events/event";
import { stageEvents } from "@tms/kit/events/stage";
import { traced } from "@tms/kit/process/fault-points";
import { insertAccounts, lockAccounts, type NewAccount } from "../db/accounts.ts";
import {
  findRefusals,
  findTransfers,
  insertRefusals,
  insertTransfers,
  type TransferRow,
} from "../db/posting.ts";
import { transferMessage } from "../messages.ts";
import { decide, OF_SETTLEMENT, refusalOf, type AccountState, type Decision } from "./decide.ts";
import { contentDigest, hasSameContent, type RequestedTransfer } from "./transfer.ts";

/** Returns the events of transfers with event details. `accounts` has the balances before the batch. */
function transferEvents(
  transfers: readonly RequestedTransfer[],
  made: ReadonlyMap<string, TransferRow>,
  accounts: ReadonlyMap<string, Pick<AccountState, "balanceMinor">>,
): NewEvent[] {
  if (!transfers.some(({ eventDetails }) => eventDetails)) return [];
  const balances = new Map<string, bigint>();
  const move = (accountId: string, amountMinor: bigint): bigint => {
    const before = required(
      balances.get(accountId) ?? accounts.get(accountId)?.balanceMinor,
      "an account was not locked",
    );
    balances.set(accountId, before + amountMinor);
    return before + amountMinor;
  };
  return transfers.flatMap((transfer) => {
    const debited = move(transfer.debitAccountId, -transfer.amountMinor);
    const credited = move(transfer.creditAccountId, transfer.amountMinor);
    if (transfer.eventDetails === undefined) return [];
    const { gamerId, handle, origin } = transfer.eventDetails;
    const row = getMade(transfer, made);
    const isDeposit = transfer.kind === "deposit";
    const message = transferMessage({ ...transfer, ...row }, isDeposit ? credited : debited);
    const value = { gamerId, handle, transfer: message };
    const change: Change = isDeposit
      ? { case: "walletDeposited", value }
      : { case: "walletWithdrawn", value };
    return { gameId: transfer.gameId, time: row.createdAt, origin, change };
  });
}

/** Returns the made transfers and the earlier decisions, by transfer id. */
async function recognizeRepeated(tx: Tx, transfers: readonly RequestedTransfer[]) {
  const ids = transfers.map(({ id }) => id);
  const [rows, refusals] = await Promise.all([findTransfers(tx, ids), findRefusals(tx, ids)]);
  const decisions = new Map<string, Decision>();
  for (const { transferId, reason, message, contentDigest: digest } of refusals)
    decisions.set(transferId, {
      refusal: new DomainError(isReason(reason) ? reason : "INTERNAL", message),
      isFor: (transfer) => digest.equals(contentDigest(transfer)),
    });
  // An id is in both tables if two transactions made and refused it at the same time. The id counts as made.
  for (const row of rows)
    decisions.set(row.id, { refusal: null, isFor: (transfer) => hasSameContent(row, transfer) });
  return { made: new Map(rows.map((row) => [row.id, row])), decisions };
}

export type Outcome = TransferRow | DomainError;

// Two transactions may post one id for different accounts. The later one is repeated and finds the decision.
const RACED = ["transfer_pkey", "refusal_pkey", "transfer_not_refused", "refusal_of_unmade"];

/** Makes each transfer once. Locks accounts in id order. Only this function refuses transfers permanently. */
export async function post(db: Db, transfers: readonly RequestedTransfer[]): Promise<Outcome[]> {
  const accounts = new Map<string, NewAccount>();
  for (const { debit, credit } of transfers) accounts.set(debit.id, debit).set(credit.id, credit);
  const postAll = () =>
    transaction(db, "wallet.post", (tx) => postIn(tx, transfers, [...accounts.keys()]), RACED);
  const outcomes = await postAll();
  if (outcomes !== undefined) return outcomes;
  // A transaction that locked some accounts and then opened others could deadlock.
  await traced("wallet.open-accounts", () => insertAccounts(db, [...accounts.values()]));
  return required(await postAll(), "an account was not opened");
}

/** Makes a batch of transfers like {@link post}, but returns only the refused transfers. */
export async function postAndReturnRefused(db: Db, transfers: readonly RequestedTransfer[]) {
  const outcomes = await post(db, transfers);
  return transfers.flatMap((transfer, index) => {
    const refusal = outcomes[index];
    return refusal instanceof DomainError ? [{ transfer, refusal }] : [];
  });
}

/** Returns undefined, and makes no transfer, if an account is missing. */
async function postIn(
  tx: Tx,
  transfers: readonly RequestedTransfer[],
  accountIds: readonly string[],
): Promise<Outcome[] | undefined> {
  // The decisions are read after the accounts are locked, because they cannot change then.
  const [locked, { made, decisions }] = await Promise.all([
    lockAccounts(tx, accountIds),
    recognizeRepeated(tx, transfers),
  ]);
  if (locked.length < accountIds.length) return undefined;
  const accounts = new Map(locked.map((account) => [account.id, account]));
  const { accepted, refused } = decide(transfers, accounts, decisions);
  if (accepted.length > 0) {
    for (const row of await insertTransfers(tx, accepted)) made.set(row.id, row);
    await stageEvents(tx, transferEvents(accepted, made, accounts));
  }
  const final = refused.filter(({ transfer }) => !OF_SETTLEMENT.has(transfer.kind));
  const rows = final.map(({ transfer, refusal: { reason, message } }) => ({
    transferId: transfer.id,
    contentDigest: contentDigest(transfer),
    reason,
    message,
  }));
  await insertRefusals(tx, rows);
  return transfers.map((transfer) => refusalOf(transfer, decisions) ?? getMade(transfer, made));
}

const getMade = ({ id }: RequestedTransfer, made: ReadonlyMap<string, TransferRow>): TransferRow =>
  required(made.get(id), "an accepted transfer was not made");
