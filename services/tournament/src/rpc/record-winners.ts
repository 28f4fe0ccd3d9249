import { transaction } from "@tms/kit/database/transaction";
import type { Context, Rpcs } from "../context.ts";
import { insertWinners } from "../db/winners.ts";
import { advance } from "../lifecycle/advance.ts";

/** Adds to the winners of a settling tournament; once it is completed they are final. */
export const recordWinners =
  ({ db }: Context): Rpcs["recordWinners"] =>
  async (request) => {
    await transaction(db, "tournament.record-winners", async (tx) => {
      const { after } = await advance(tx, request, "record");
      if (after.status !== "settling") return;
      const winners = request.gamerIds.map((gamerId) => ({ tournamentId: after.id, gamerId }));
      await insertWinners(tx, winners);
    });
    return {};
  };
