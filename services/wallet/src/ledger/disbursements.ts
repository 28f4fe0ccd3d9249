import type { MessageValidType } from "@bufbuild/protobuf";
import type { Db } from "@tms/kit/database/handle";
import { required } from "@tms/kit/errors/domain-error";
import { traced } from "@tms/kit/process/fault-points";
import type { DisbursementSchema } from "@tms/proto/tms/wallet/v1/wallet";
import { insertAccounts, type NewAccount } from "../db/accounts.ts";
import {
  insertDisbursement,
  insertDisbursements,
  isConstraintViolation,
  type DisbursementRow,
} from "../db/bulk-transfers.ts";
import { accountId, accountTypeOf, defaultFloor, transferKindOf } from "./accounts.ts";
import type { RefusedTransfer } from "./decide.ts";
import { postAndReturnRefused } from "./post.ts";
import { checkKind, type Owner, type RequestedTransfer } from "./transfer.ts";

type DisbursementMessage = MessageValidType<typeof DisbursementSchema>;

/** Transfers out of one account, with the owners of the accounts. */
export interface Disbursement extends DisbursementRow {
  debit: Owner;
  credits: readonly Owner[];
}

/**
 * Converts a disbursement and resolves its accounts. `path` is the prefix of its fields in the request.
 * Throws INVALID_ARGUMENT if the kind does not allow these accounts.
 */
export function toDisbursement(message: DisbursementMessage, path: string): Disbursement {
  const { debit, currency, ownerIds } = message;
  const kind = transferKindOf(message.kind);
  const debitType = accountTypeOf(debit.type);
  const type = accountTypeOf(message.creditType);
  const fields = { debit: `${path}debit.type`, credit: `${path}credit_type` };
  checkKind(kind, { debit: debitType, credit: type }, fields);
  const credited = { gameId: debit.gameId, type: message.creditType };
  return {
    gameId: debit.gameId,
    currency,
    kind,
    referenceId: message.referenceId,
    debitAccountId: accountId(debit, currency),
    debit: { type: debitType, ownerId: debit.ownerId },
    ids: message.transferIds,
    creditAccountIds: ownerIds.map((ownerId) => accountId({ ...credited, ownerId }, currency)),
    credits: ownerIds.map((ownerId) => ({ type, ownerId })),
    amountsMinor: message.minorUnits,
  };
}

/**
 * Makes disbursements, and returns the refused transfers of each disbursement. Makes all of them in one
 * statement if the database accepts it. Otherwise makes each disbursement separately, in order. A refused or
 * repeated transfer then affects only its own disbursement.
 */
export async function disburse(
  db: Db,
  disbursements: readonly Disbursement[],
): Promise<RefusedTransfer[][]> {
  if (await disburseAtOnce(db, disbursements)) return disbursements.map(() => []);
  const [only, ...others] = disbursements;
  if (only !== undefined && others.length === 0)
    return [await postAndReturnRefused(db, transfersOf(only))];
  const refused: RefusedTransfer[][] = [];
  for (const disbursement of disbursements) refused.push(...(await disburse(db, [disbursement])));
  return refused;
}

/**
 * Makes disbursements in one statement, all or none. The database enforces the ledger's invariants. Returns
 * true if the disbursements were made, and false if the statement violated a constraint.
 */
async function disburseAtOnce(db: Db, disbursements: readonly Disbursement[]): Promise<boolean> {
  try {
    if (await insertAll(db, disbursements)) return true;
    // A recipient has no account before the first payment.
    const credited = disbursements.flatMap(creditedAccounts);
    await traced("wallet.open-accounts", () => insertAccounts(db, credited));
    return await insertAll(db, disbursements);
  } catch (error) {
    if (isConstraintViolation(error)) return false;
    throw error;
  }
}

function transfersOf(disbursement: Disbursement): RequestedTransfer[] {
  const { gameId, currency, kind, referenceId, debitAccountId, debit } = disbursement;
  const common = { gameId, currency, kind, referenceId, debitAccountId, debit, linked: false };
  return disbursement.ids.map((id, index) => ({
    ...common,
    id,
    creditAccountId: at(disbursement.creditAccountIds, index),
    amountMinor: at(disbursement.amountsMinor, index),
    credit: at(disbursement.credits, index),
  }));
}

async function insertAll(db: Db, disbursements: readonly Disbursement[]): Promise<boolean> {
  const [only, ...others] = disbursements;
  // For a single disbursement, the values that its transfers share are sent once.
  const made =
    only !== undefined && others.length === 0
      ? await insertDisbursement(db, only)
      : await insertDisbursements(db, disbursements);
  return made > 0;
}

const creditedAccounts = (disbursement: Disbursement): NewAccount[] =>
  disbursement.credits.map(({ type, ownerId }, index) => ({
    id: at(disbursement.creditAccountIds, index),
    gameId: disbursement.gameId,
    type,
    ownerId,
    currency: disbursement.currency,
    floorMinor: defaultFloor(type),
  }));

/** Returns an item of a column. The rules of the request make all columns equally long. */
function at<T>(column: readonly T[], index: number): T {
  const value = required(column[index], "a column is too short");
  return value;
}
