import type { Db } from "@tms/kit/database/handle";
import { traced } from "@tms/kit/process/fault-points";
import { insertAccounts } from "../db/accounts.ts";
import { insertDisbursed, isConstraintViolation } from "../db/posting.ts";
import type { RefusedTransfer } from "./decide.ts";
import { postAndReturnRefused } from "./post.ts";
import type { RequestedTransfer } from "./transfer.ts";

/**
 * Makes the transfers of disbursements, and returns the refused transfers of each disbursement. Makes all of
 * them in one statement if the database accepts it. Otherwise makes each disbursement separately, in order. A
 * refused or repeated transfer then affects only its own disbursement.
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

/** Makes transfers in one statement, all or none. Returns false if it violated a constraint. */
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
