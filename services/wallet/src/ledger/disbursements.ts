import type { MessageValidType } from "@bufbuild/protobuf";
import type { Db } from "@tms/kit/database/handle";
import { traced } from "@tms/kit/process/fault-points";
import type { DisbursementSchema } from "@tms/proto/tms/wallet/v1/wallet";
import { insertAccounts } from "../db/accounts.ts";
import { insertDisbursed, isConstraintViolation } from "../db/posting.ts";
import {
  accountTypeOf,
  newAccount,
  transferKindOf,
  checkKind,
  newTransfer,
  type RequestedTransfer,
} from "./transfer.ts";
import type { RefusedTransfer } from "./decide.ts";
import { postAndReturnRefused } from "./post.ts";

/** Throws INVALID_ARGUMENT if the kind does not allow these accounts. `path` precedes the field's name. */
export function toTransfers(message: MessageValidType<typeof DisbursementSchema>, path: string) {
  const { currency, creditType: type, referenceId } = message;
  const { gameId } = message.debit;
  const kind = transferKindOf(message.kind);
  const debit = newAccount(message.debit, currency);
  const types = { debit: debit.type, credit: accountTypeOf(type) };
  checkKind(kind, types, { debit: `${path}debit.type`, credit: `${path}credit_type` });
  // The validation of the request ensures that all columns are equally long.
  return message.ownerIds.map((ownerId, index) =>
    newTransfer(debit, newAccount({ gameId, type, ownerId }, currency), {
      id: message.transferIds[index] ?? "",
      amountMinor: message.minorUnits[index] ?? 0n,
      kind,
      referenceId,
    }),
  );
}

/**
 * Makes the transfers of disbursements. Returns the refused transfers of each disbursement. If one
 * statement for all violates a constraint, makes each disbursement separately, to isolate the failure.
 */
export async function disburse(db: Db, disbursements: readonly RequestedTransfer[][]) {
  if (await disburseAtOnce(db, disbursements.flat())) return disbursements.map(() => []);
  const [only, ...others] = disbursements;
  if (only !== undefined && others.length === 0) return [await postAndReturnRefused(db, only)];
  const refused: RefusedTransfer[][] = [];
  for (const disbursement of disbursements) refused.push(...(await disburse(db, [disbursement])));
  return refused;
}

async function disburseAtOnce(db: Db, transfers: readonly RequestedTransfer[]) {
  try {
    if (await insertDisbursed(db, transfers)) return true;
    // A recipient has no account before the first payment.
    const credited = transfers.map(({ credit }) => credit);
    await traced("wallet.open-accounts", () => insertAccounts(db, credited));
    return await insertDisbursed(db, transfers);
  } catch (error) {
    if (isConstraintViolation(error)) return false;
    throw error;
  }
}
