import { create } from "@bufbuild/protobuf";
import { invalidField } from "@tms/kit/errors/domain-error";
import { traced } from "@tms/kit/process/fault-points";
import {
  BatchDisburseResponseSchema,
  type BatchDisburseRequest,
  type BatchDisburseResponse,
  type DisburseRequest,
} from "@tms/proto/tms/wallet/v1/wallet";
import type { Context } from "../context.ts";
import { insertAccounts } from "../db/accounts.ts";
import { insertDisbursements } from "../db/disburse.ts";
import { turnedDown } from "../db/constraint-violation.ts";
import { creditedAccounts, disbursementOf } from "../disbursements.ts";

// As many as one statement makes in some tens of milliseconds.
const MOST_TRANSFERS = 4_096;

/** Makes many small disbursements in one statement, or none of them. */
export async function batchDisburse(
  context: Context,
  { disbursements }: BatchDisburseRequest,
): Promise<BatchDisburseResponse> {
  const transfers = disbursements.reduce((sum, { transferIds }) => sum + transferIds.length, 0);
  if (transfers > MOST_TRANSFERS)
    throw invalidField("disbursements", `must not have more than ${MOST_TRANSFERS} transfers`);
  return create(BatchDisburseResponseSchema, { made: await makeAll(context, disbursements) });
}

async function makeAll(
  { db }: Context,
  disbursements: readonly DisburseRequest[],
): Promise<boolean> {
  const orders = disbursements.map((request, index) => ({
    request,
    row: disbursementOf(request, `disbursements[${index}].`),
  }));
  const rows = orders.map(({ row }) => row);
  try {
    if ((await insertDisbursements(db, rows)) > 0) return true;
    // Whom they pay for the first time has no account yet.
    const credited = orders.flatMap(({ request, row }) => creditedAccounts(request, row));
    await traced("wallet.open-accounts", () => insertAccounts(db, credited));
    return (await insertDisbursements(db, rows)) > 0;
  } catch (error) {
    if (turnedDown(error)) return false;
    throw error;
  }
}
