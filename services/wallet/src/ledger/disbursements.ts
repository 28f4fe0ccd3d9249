import type { Db } from "@tms/kit/database/handle";
import { traced } from "@tms/kit/process/fault-points";
import { insertAccounts } from "../db/accounts.ts";
import { insertDisbursed, isConstraintViolation } from "../db/posting.ts";
import type { RefusedTransfer } from "./decide.ts";
import { postAndReturnRefused } from "./post.ts";
import type { RequestedTransfer } from "./transfer.ts";

/**
 * Makes the transfers of disbursements, and returns the refused transfers of each. If one statement cannot
 * make all, makes each disbursement separately, so that a refused or repeated transfer affects only its own.
 */
export async function disburse(
  db: Db,
  disbursements: readonly RequestedTransfer[][],
): Promise<RefusedTransfer[][]> {
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
