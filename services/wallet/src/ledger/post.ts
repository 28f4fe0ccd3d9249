import type { Db, Tx } from "@tms/kit/database/handle";
import { DomainError } from "@tms/kit/errors/domain-error";
import { isReason } from "@tms/kit/errors/reasons";
import {
  findRefusals,
  findTransfers,
  insertRefusals,
  insertTransfers,
  type RefusalRow,
  type TransferRow,
} from "../db/transfers.ts";
import { decide, refusalOf, type Decision, type RefusedTransfer } from "./decide.ts";
import { contentDigest, sameContent, type RequestedTransfer } from "./transfer.ts";
import { transaction } from "@tms/kit/database/transaction";
import { insertAccounts, lockAccounts, type NewAccount } from "../db/accounts.ts";
import type { TransferKind } from "../db/tables.ts";
import { defaultFloor } from "./accounts.ts";
import { stageTransferEvents, type Made } from "./events.ts";

/** The known transfers among the requested ones. */
interface Repeated {
  made: Map<string, TransferRow>;
  /** The decisions on their ids, made or refused. */
  decisions: Map<string, Decision>;
}

/** Finds transfers that were made or permanently refused before. */
export async function recognizeRepeated(
  tx: Tx,
  transfers: readonly RequestedTransfer[],
): Promise<Repeated> {
  const ids = transfers.map(({ id }) => id);
  const [rows, refusals] = await Promise.all([findTransfers(tx, ids), findRefusals(tx, ids)]);
  const decisions = new Map<string, Decision>();
  for (const row of refusals) decisions.set(row.transferId, refusedBefore(row));
  // An id is in both tables if it was refused with one content while it was made with another. It counts as
  // made.
  for (const row of rows) decisions.set(row.id, madeBefore(row));
  return { made: new Map(rows.map((row) => [row.id, row])), decisions };
}

const madeBefore = (row: TransferRow): Decision => ({
  refusal: null,
  isFor: (transfer) => sameContent(row, transfer),
});

const refusedBefore = (row: RefusalRow): Decision => ({
  refusal: new DomainError(isReason(row.reason) ? row.reason : "INTERNAL", row.message),
  isFor: (transfer) => row.contentDigest.equals(contentDigest(transfer)),
});

/** The outcome of a transfer: made, now or before, or refused. */
export type Outcome = TransferRow | DomainError;

// Two replicas with one id for different accounts do not wait for each other's locks. These constraints stop
// the later replica. Its repeat then finds the decision.
const RACED = ["transfer_pkey", "refusal_pkey", "transfer_not_refused", "refusal_of_unmade"];

// Only settlement makes these transfers. A refusal is not final, so that settlement can repeat the transfer
// after its cause is fixed.
const REPEATABLE: ReadonlySet<TransferKind> = new Set(["payout", "platform_fee", "refund"]);

/**
 * Makes a batch of transfers, each once. Locks the accounts in sorted order, repeats earlier decisions,
 * decides the other transfers in order, and records everything in one transaction. Returns one outcome per
 * transfer, in order. Only this function refuses a transfer permanently.
 */
export async function post(db: Db, transfers: readonly RequestedTransfer[]): Promise<Outcome[]> {
  return await transaction(db, "wallet.post", (tx) => postIn(tx, transfers), RACED);
}

/** Makes a batch of transfers like {@link post}, and returns the refused ones. */
export async function postAndReturnRefused(
  db: Db,
  transfers: readonly RequestedTransfer[],
): Promise<RefusedTransfer[]> {
  const outcomes = await post(db, transfers);
  return transfers.flatMap((transfer, index) => {
    const refusal = outcomes[index];
    return refusal instanceof DomainError ? [{ transfer, refusal }] : [];
  });
}

async function postIn(tx: Tx, transfers: readonly RequestedTransfer[]): Promise<Outcome[]> {
  const { accounts, made, decisions } = await lockAndLoad(tx, transfers);
  const { accepted, refused } = decide(transfers, accounts, decisions);
  if (accepted.length > 0) {
    for (const row of await insertTransfers(tx, accepted)) made.set(row.id, row);
    await stageTransferEvents(
      tx,
      accepted.map((transfer) => madeOf(transfer, made)),
      accounts,
    );
  }
  const final = refused.filter(({ transfer }) => !REPEATABLE.has(transfer.kind));
  if (final.length > 0) await insertRefusals(tx, final.map(refusalRow));
  return transfers.map((transfer) => refusalOf(transfer, decisions) ?? madeOf(transfer, made).row);
}

function madeOf(transfer: RequestedTransfer, made: ReadonlyMap<string, TransferRow>): Made {
  const row = made.get(transfer.id);
  if (row === undefined) throw new Error("an accepted transfer was not made");
  return { transfer, row };
}

/**
 * Locks the accounts of transfers, opens missing accounts, and reads earlier decisions. Queries that are
 * sent together are executed in order, because reads are certain only under all locks, and a missing account
 * cannot be locked.
 */
async function lockAndLoad(tx: Tx, transfers: readonly RequestedTransfer[]) {
  const wanted = accountsOf(transfers);
  let [rows, decided] = await Promise.all([
    lockAccounts(tx, [...wanted.keys()]),
    recognizeRepeated(tx, transfers),
  ]);
  if (rows.length < wanted.size) {
    rows.forEach((row) => wanted.delete(row.id));
    const [, opened, sinceDecided] = await Promise.all([
      insertAccounts(tx, [...wanted.values()]),
      lockAccounts(tx, [...wanted.keys()]),
      recognizeRepeated(tx, transfers),
    ]);
    rows = [...rows, ...opened];
    decided = sinceDecided;
  }
  return { ...decided, accounts: new Map(rows.map((row) => [row.id, row])) };
}

function accountsOf(transfers: readonly RequestedTransfer[]): Map<string, NewAccount> {
  const wanted = new Map<string, NewAccount>();
  for (const transfer of transfers) {
    wanted.set(transfer.debitAccountId, accountOf(transfer, "debit"));
    wanted.set(transfer.creditAccountId, accountOf(transfer, "credit"));
  }
  return wanted;
}

function accountOf(transfer: RequestedTransfer, side: "debit" | "credit"): NewAccount {
  const { type, ownerId } = transfer[side];
  return {
    id: side === "debit" ? transfer.debitAccountId : transfer.creditAccountId,
    gameId: transfer.gameId,
    type,
    ownerId,
    currency: transfer.currency,
    floorMinor: defaultFloor(type),
  };
}

const refusalRow = ({ transfer, refusal }: RefusedTransfer): RefusalRow => ({
  transferId: transfer.id,
  contentDigest: contentDigest(transfer),
  reason: refusal.reason,
  message: refusal.message,
});
