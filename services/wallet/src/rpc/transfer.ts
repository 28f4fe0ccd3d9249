import { invalidField } from "@tms/kit/errors/domain-error";
import type { Context, Rpcs } from "../context.ts";
import { requestedTransfer } from "../ledger/transfer.ts";
import { madeMessage } from "../messages.ts";

/** Makes one transfer; throws its refusal. */
export const transfer =
  ({ postOne }: Context): Rpcs["transfer"] =>
  async ({ transfer: spec }) => {
    if (spec.linked)
      throw invalidField("transfer.linked", "needs a next transfer in the same batch");
    const outcome = await postOne(requestedTransfer(spec));
    if (outcome instanceof Error) throw outcome;
    return { transfer: madeMessage(spec, outcome) };
  };
