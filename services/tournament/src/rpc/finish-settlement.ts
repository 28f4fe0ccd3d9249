import { transaction } from "@tms/kit/database/transaction";
import type { Context, Rpcs } from "../context.ts";
import { advance } from "../lifecycle/advance.ts";
import { tournamentMessage } from "../messages.ts";

/**
 * Completes a tournament whose prizes are paid and whose winners are recorded. The status itself
 * makes a repeat harmless, so no response is stored.
 */
export const finishSettlement =
  ({ db }: Context): Rpcs["finishSettlement"] =>
  async (key) => {
    const { after } = await transaction(db, "tournament.finish-settlement", (tx) =>
      advance(tx, key, "finish"),
    );
    return { tournament: tournamentMessage(after) };
  };
