import { transaction, type Db, type Tx } from "@tms/kit/database";
import { DomainError, isReason } from "@tms/kit/errors";
import type { Transfer } from "@tms/proto/tms/wallet/v1/wallet";
import { defaultFloor } from "./accounts.ts";
import { admit, type AccountState } from "./admit.ts";
import { insertAccounts, lockAccounts, type AccountRow, type NewAccount } from "./db/accounts.ts";
import {
  findRefusals,
  findTransfers,
  insertRefusals,
  insertTransfers,
  type RefusalRow,
} from "./db/transfers.ts";
import {
  contentDigest,
  sameContent,
  transferMessage,
  type Order,
  type TransferRow,
} from "./transfers.ts";

/** What became of one transfer: made (now or before), or refused. */
export type Outcome = Transfer | DomainError;

// Two replicas given one id for different accounts do not wait for each other's locks; the
// primary key stops the later, whose repeat then finds the id taken.
const RACED = ["transfer_pkey", "refusal_pkey"];

/**
 * Makes a batch of transfers, each once: the only code that moves money. Accounts are locked
 * in sorted order, what was decided before is answered again, the rest is decided in order and
 * recorded in one transaction. Returns one outcome per order, in their order.
 */
export async function post(db: Db, orders: readonly Order[]): Promise<Outcome[]> {
  return await transaction(db, (tx) => postIn(tx, orders), RACED);
}

async function postIn(tx: Tx, orders: readonly Order[]): Promise<Outcome[]> {
  const accounts = await lockOrOpen(tx, orders);
  const known = await decidedBefore(tx, orders);
  const fresh = firstOfEachId(orders).filter((order) => !known.has(order.id));
  const decisions = admit(accounts, unlinkedFrom(orders, fresh));
  const admitted = fresh.filter((_, index) => decisions[index] === null);
  const refused = fresh.flatMap((order, index) => {
    const error = decisions[index];
    return error ? [{ order, error }] : [];
  });
  if (admitted.length > 0)
    for (const row of await insertTransfers(tx, admitted)) known.set(row.id, row);
  if (refused.length > 0) {
    const rows = refused.map(({ order, error }) => refusalRow(order, error));
    await insertRefusals(tx, rows);
    for (const row of rows) known.set(row.transfer_id, row);
  }
  return orders.map((order) => outcomeOf(order, known.get(order.id)));
}

async function lockOrOpen(tx: Tx, orders: readonly Order[]): Promise<Map<string, AccountState>> {
  const wanted = new Map<string, NewAccount>();
  for (const order of orders) {
    wanted.set(order.debitAccountId, newAccount(order, "debit"));
    wanted.set(order.creditAccountId, newAccount(order, "credit"));
  }
  let rows = await lockAccounts(tx, [...wanted.keys()]);
  if (rows.length < wanted.size) {
    rows.forEach((row) => wanted.delete(row.id));
    await insertAccounts(tx, [...wanted.values()]);
    rows = [...rows, ...(await lockAccounts(tx, [...wanted.keys()]))];
  }
  return new Map(rows.map((row) => [row.id, stateOf(row)]));
}

function newAccount(order: Order, side: "debit" | "credit"): NewAccount {
  const ref = order[side];
  return {
    id: side === "debit" ? order.debitAccountId : order.creditAccountId,
    gameId: order.gameId,
    type: ref.type,
    ownerId: ref.ownerId,
    currency: order.currency,
    floorMinor: defaultFloor(ref.type),
  };
}

const stateOf = (row: AccountRow): AccountState => ({
  balanceMinor: row.balance_minor,
  floorMinor: row.floor_minor,
  closed: row.closed_at !== null,
});

async function decidedBefore(
  tx: Tx,
  orders: readonly Order[],
): Promise<Map<string, TransferRow | RefusalRow>> {
  const ids = orders.map((order) => order.id);
  const made = await findTransfers(tx, ids);
  const refused = made.length === ids.length ? [] : await findRefusals(tx, ids);
  return new Map<string, TransferRow | RefusalRow>([
    ...made.map((row) => [row.id, row] as const),
    ...refused.map((row) => [row.transfer_id, row] as const),
  ]);
}

function firstOfEachId(orders: readonly Order[]): Order[] {
  const seen = new Set<string>();
  return orders.filter((order) => !seen.has(order.id) && seen.add(order.id));
}

// A chain repeated in part is over: what is left of it must not link to a stranger behind it.
function unlinkedFrom(orders: readonly Order[], fresh: readonly Order[]): Order[] {
  const positions = new Map(orders.map((order, index) => [order, index]));
  return fresh.map((order, index) => {
    const next = fresh[index + 1];
    const adjacent = next && positions.get(next) === (positions.get(order) ?? 0) + 1;
    return order.linked && !adjacent ? { ...order, linked: false } : order;
  });
}

const refusalRow = (order: Order, error: DomainError): RefusalRow => ({
  transfer_id: order.id,
  content_digest: contentDigest(order),
  reason: error.reason,
  message: error.message,
});

function outcomeOf(order: Order, row: TransferRow | RefusalRow | undefined): Outcome {
  if (row === undefined) throw new Error("a transfer was neither made nor refused");
  if ("sequence" in row)
    return sameContent(row, order) ? transferMessage(order.spec, row) : reused();
  if (!row.content_digest.equals(contentDigest(order))) return reused();
  return new DomainError(isReason(row.reason) ? row.reason : "INTERNAL", row.message);
}

const reused = () =>
  new DomainError("TRANSFER_ID_REUSED", "This transfer id was used before with other content.");
