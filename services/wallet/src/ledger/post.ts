import type { Db, Tx } from "@tms/kit/database/handle";
import { DomainError } from "@tms/kit/errors/domain-error";
import { isReason } from "@tms/kit/errors/reasons";
import { transaction } from "@tms/kit/database/transaction";
import { TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import { defaultFloor } from "./accounts.ts";
import type { AccountState } from "./balance-limits.ts";
import { insertAccounts, lockAccounts, type AccountRow, type NewAccount } from "../db/accounts.ts";
import {
  findRefusals,
  findTransfers,
  insertRefusals,
  insertTransfers,
  type RefusalRow,
} from "../db/transfers.ts";
import { refusalOf, rule, type RefusedOrder, type Ruling } from "./decide.ts";
import { contentDigest, sameContent, type Order, type TransferRow } from "./transfer.ts";

/** What became of one transfer: made (now or before), or refused. */
export type Outcome = TransferRow | DomainError;

// Two replicas given one id for different accounts do not wait for each other's locks; these
// constraints stop the later, whose repeat then finds what was decided.
const RACED = ["transfer_pkey", "refusal_pkey", "transfer_not_refused", "refusal_of_unmade"];

// Made by settlement alone, which gives nothing away on a refusal: once the cause is mended the
// same payout must be possible.
const REPEATABLE: ReadonlySet<TransferKind> = new Set([
  TransferKind.PAYOUT,
  TransferKind.PLATFORM_FEE,
  TransferKind.REFUND,
]);

/**
 * Makes a batch of transfers, each once, and is alone in refusing any for good. Accounts are locked
 * in sorted order, what was decided before is answered again, the rest is decided in order and
 * recorded in one transaction. Returns one outcome per order, in their order.
 */
export async function post(db: Db, orders: readonly Order[]): Promise<Outcome[]> {
  return await transaction(db, "wallet.post", (tx) => postIn(tx, orders), RACED);
}

async function postIn(tx: Tx, orders: readonly Order[]): Promise<Outcome[]> {
  const { accounts, made, rulings } = await lockAndRecall(tx, orders);
  const { admitted, refused } = rule(orders, accounts, rulings);
  if (admitted.length > 0)
    for (const row of await insertTransfers(tx, admitted)) made.set(row.id, row);
  const final = refused.filter(({ order }) => !REPEATABLE.has(order.kind));
  if (final.length > 0) await insertRefusals(tx, final.map(refusalRow));
  return orders.map((order) => {
    const refusal = refusalOf(order, rulings);
    if (refusal) return refusal;
    const row = made.get(order.id);
    if (row === undefined) throw new Error("an admitted transfer was not made");
    return row;
  });
}

/**
 * Locks the orders' accounts, opening those that are missing, and reads what was decided before.
 * Queries sent together are executed in this order: what is read is certain only under all locks,
 * and an account that is yet to be opened cannot be locked.
 */
async function lockAndRecall(tx: Tx, orders: readonly Order[]) {
  const wanted = accountsOf(orders);
  let [rows, decided] = await Promise.all([
    lockAccounts(tx, [...wanted.keys()]),
    decidedBefore(tx, orders),
  ]);
  if (rows.length < wanted.size) {
    rows.forEach((row) => wanted.delete(row.id));
    const [, opened, sinceDecided] = await Promise.all([
      insertAccounts(tx, [...wanted.values()]),
      lockAccounts(tx, [...wanted.keys()]),
      decidedBefore(tx, orders),
    ]);
    rows = [...rows, ...opened];
    decided = sinceDecided;
  }
  return { ...decided, accounts: new Map(rows.map((row) => [row.id, stateOf(row)])) };
}

function accountsOf(orders: readonly Order[]): Map<string, NewAccount> {
  const wanted = new Map<string, NewAccount>();
  for (const order of orders) {
    wanted.set(order.debitAccountId, newAccount(order, "debit"));
    wanted.set(order.creditAccountId, newAccount(order, "credit"));
  }
  return wanted;
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

async function decidedBefore(tx: Tx, orders: readonly Order[]) {
  const ids = orders.map((order) => order.id);
  const [rows, refused] = await Promise.all([findTransfers(tx, ids), findRefusals(tx, ids)]);
  const rulings = new Map<string, Ruling>();
  for (const row of refused) rulings.set(row.transfer_id, refusedBefore(row));
  // With two contents, refused and made at the very same time, an id may stand in both tables. What
  // was made is what it means.
  for (const row of rows) rulings.set(row.id, madeBefore(row));
  return { made: new Map(rows.map((row) => [row.id, row])), rulings };
}

const madeBefore = (row: TransferRow): Ruling => ({
  refusal: null,
  isFor: (order) => sameContent(row, order),
});

const refusedBefore = (row: RefusalRow): Ruling => ({
  refusal: new DomainError(isReason(row.reason) ? row.reason : "INTERNAL", row.message),
  isFor: (order) => row.content_digest.equals(contentDigest(order)),
});

const refusalRow = ({ order, error }: RefusedOrder): RefusalRow => ({
  transfer_id: order.id,
  content_digest: contentDigest(order),
  reason: error.reason,
  message: error.message,
});
