import { invalidField } from "@tms/kit/errors/domain-error";
import type { Context, Rpcs } from "../context.ts";
import { disburseAtOnce, disbursementOf } from "../disbursements.ts";

// As many as one statement makes in some tens of milliseconds.
const MOST_TRANSFERS = 4_096;

/** Makes many small disbursements in one statement, or none of them. */
export const batchDisburse =
  ({ db }: Context): Rpcs["batchDisburse"] =>
  async ({ disbursements }) => {
    const transfers = disbursements.reduce((sum, { transferIds }) => sum + transferIds.length, 0);
    if (transfers > MOST_TRANSFERS)
      throw invalidField("disbursements", `must not have more than ${MOST_TRANSFERS} transfers`);
    const resolved = disbursements.map((request, index) =>
      disbursementOf(request, `disbursements[${index}].`),
    );
    return { made: await disburseAtOnce(db, resolved) };
  };
