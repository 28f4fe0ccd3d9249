import { invalidField } from "@tms/kit/errors/domain-error";
import type { Context, Rpcs } from "../context.ts";
import { disburse, disbursementOf } from "../disbursements.ts";
import { refusedMessages } from "../messages.ts";

// As many as one statement makes in some tens of milliseconds.
const MOST_TRANSFERS = 4_096;

/** Makes disbursements; names, for each, the transfers that it refused. */
export const batchDisburse =
  ({ db }: Context): Rpcs["batchDisburse"] =>
  async ({ disbursements }) => {
    const transfers = disbursements.reduce((sum, { transferIds }) => sum + transferIds.length, 0);
    if (transfers > MOST_TRANSFERS)
      throw invalidField("disbursements", `must have at most ${MOST_TRANSFERS} transfers`);
    const resolved = disbursements.map((request, index) =>
      disbursementOf(request, `disbursements[${index}].`),
    );
    const refused = await disburse(db, resolved);
    return { outcomes: refused.map((each) => ({ refused: refusedMessages(each) })) };
  };
