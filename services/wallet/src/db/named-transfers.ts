import { and, eq, getColumns } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Queryable } from "@tms/kit/database/handle";
import { account, transfer, type AccountType } from "./tables.ts";
import type { TransferRow } from "./transfers.ts";

/** A transfer, and what both its accounts are for and whose they are. */
export interface NamedTransferRow extends TransferRow {
  debitType: AccountType;
  debitOwnerId: string;
  creditType: AccountType;
  creditOwnerId: string;
}

/** The accounts to join a transfer with, and the columns that they add to it. */
export const debit = alias(account, "debit");
export const credit = alias(account, "credit");
export const NAMES = {
  debitType: debit.type,
  debitOwnerId: debit.ownerId,
  creditType: credit.type,
  creditOwnerId: credit.ownerId,
};

/** Reads one transfer of a game. */
export async function findTransfer(
  db: Queryable,
  gameId: string,
  id: string,
): Promise<NamedTransferRow | undefined> {
  const [row] = await db
    .select({ ...getColumns(transfer), ...NAMES })
    .from(transfer)
    .innerJoin(debit, eq(debit.id, transfer.debitAccountId))
    .innerJoin(credit, eq(credit.id, transfer.creditAccountId))
    .where(and(eq(transfer.id, id), eq(transfer.gameId, gameId)));
  return row;
}
