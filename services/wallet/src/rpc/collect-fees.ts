import { invalidField } from "@tms/kit/errors/domain-error";
import type { Context, Rpcs } from "../context.ts";
import { collectAtOnce } from "../fees.ts";
import { postAndReturnRefused } from "../ledger/post.ts";
import { refusedMessages } from "../messages.ts";

const MOST_FEES = 1_000;

/** Charges many entry fees; names those that it refused. */
export const collectFees =
  ({ db }: Context): Rpcs["collectFees"] =>
  async ({ collections }) => {
    const fees = collections.reduce((sum, { transferIds }) => sum + transferIds.length, 0);
    if (fees > MOST_FEES) throw invalidField("collections", `must have at most ${MOST_FEES} fees`);
    const rest = await collectAtOnce(db, collections);
    if (rest.length === 0) return {};
    return { refused: refusedMessages(await postAndReturnRefused(db, rest)) };
  };
