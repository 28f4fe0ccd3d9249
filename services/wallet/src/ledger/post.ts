import type { Db, Tx } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { DomainError, required } from "@tms/kit/errors/domain-error";
import { isReason } from "@tms/kit/errors/reasons";
import type { NewEvent } from "@tms/kit/events/event";
import { stageEvents } from "@tms/kit/events/stage";
import { insertAccounts, lockAccounts, type NewAccount } from "../db/accounts.ts";
import type { TransferKind } from "../db/tables.ts";
import {
  findRefusals,
  findTransfers,
  insertRefusals,
  insertTransfers,
  type RefusalRow,
  type TransferRow,
} from "../db/transfers.ts";
import { requestedMessage } from "../messages.ts";
import { defaultFloor } from "./accounts.ts";
import {
  decide,
  refusalOf,
  type AccountState,
  type Decision,
  type RefusedTransfer,
} from "./decide.ts";
import { contentDigest, sameContent, type RequestedTransfer } from "./transfer.ts";

export interface Made {
  transfer: RequestedTransfer;
  row: TransferRow;
}

/**
 * Stages one event for each deposit and withdrawal of a gamer, in the order of the transfers. `accounts`
 * have their balances at the lock.
 */
export async function stageTransferEvents(
  tx: Tx,
  made: readonly Made[],
  accounts: ReadonlyMap<string, Pick<AccountState, "balanceMinor">>,
): Promise<void> {
  await stageEvents(tx, transferEvents(made, accounts));
}

export function transferEvents(
  made: readonly Made[],
  accounts: ReadonlyMap<string, Pick<AccountState, "balanceMinor">>,
): NewEvent[] {
  // Fees and prizes have events of other services.
  if (!made.some(({ transfer }) => transfer.eventDetails)) return [];
  const balances = new Map<string, bigint>();
  const move = (accountId: string, amountMinor: bigint): bigint => {
    const before = required(
      balances.get(accountId) ?? accounts.get(accountId)?.balanceMinor,
      "an account was not locked",
    );
    balances.set(accountId, before + amountMinor);
    return before + amountMinor;
  };
  return made.flatMap(({ transfer, row }) => {
    const debited = move(transfer.debitAccountId, -transfer.amountMinor);
    const credited = move(transfer.creditAccountId, transfer.amountMinor);
    if (transfer.eventDetails === undefined) return [];
    const { gamerId, handle, origin } = transfer.eventDetails;
    const isDeposit = transfer.kind === "deposit";
    const message = requestedMessage(transfer, row, isDeposit ? credited : debited);
    const value = { gamerId, handle, transfer: message };
    return {
      gameId: transfer.gameId,
      time: row.createdAt,
      origin,
      change: isDeposit
        ? ({ case: "walletDeposited", value } as const)
        : ({ case: "walletWithdrawn", value } as const),
    };
  });
}

interface Repeated {
  made: Map<string, TransferRow>;
  /** The earlier decisions, by transfer id. A decided transfer was made or refused. */
  decisions: Map<string, Decision>;
}

export async function recognizeRepeated(
  tx: Tx,
  transfers: readonly RequestedTransfer[],
): Promise<Repeated> {
  const ids = transfers.map(({ id }) => id);
  const [rows, refusals] = await Promise.all([findTransfers(tx, ids), findRefusals(tx, ids)]);
  const decisions = new Map<string, Decision>();
  for (const row of refusals) decisions.set(row.transferId, refusedBefore(row));
  // An id is in both tables if a transfer with other content was refused while the transfer was made. The id
  // then counts as made.
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

// Two replicas that post the same id for different accounts do not wait for each other's locks. These
// constraints make the later transaction fail. The transaction is then repeated, and finds the decision.
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

/** Makes a batch of transfers like {@link post}, but returns only the refused transfers. */
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
  const row = required(made.get(transfer.id), "an accepted transfer was not made");
  return { transfer, row };
}

/**
 * Locks the accounts of transfers, opens missing accounts, and reads earlier decisions. Statements that are
 * sent together are executed in order. Decisions are read after all locks, because they can change before. A
 * missing account cannot be locked, so decisions are read again after it was opened and locked.
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
