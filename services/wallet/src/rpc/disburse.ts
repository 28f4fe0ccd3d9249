import type { Context, Rpcs } from "../context.ts";
import { disburseAtOnce, disbursementOf, transfersOf } from "../disbursements.ts";
import { post } from "../ledger/post.ts";
import { refusedMessages } from "../messages.ts";

/** Makes many transfers out of one account; names those that it refused. */
export const disburse =
  ({ db }: Context): Rpcs["disburse"] =>
  async (request) => {
    const disbursement = disbursementOf(request);
    if (await disburseAtOnce(db, [disbursement])) return {};
    const transfers = transfersOf(disbursement);
    return { refused: refusedMessages(transfers, await post(db, transfers)) };
  };
