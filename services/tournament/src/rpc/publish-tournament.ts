import { idempotent } from "@tms/kit/database/idempotent";
import { originOf } from "@tms/kit/rpc/origin";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import type { Context, Rpcs } from "../context.ts";
import { published, stageChanges } from "../events.ts";
import { flushMessage, stageMessage } from "../settlement-messages.ts";
import { advance } from "../lifecycle/advance.ts";
import { tournamentMessage } from "../messages.ts";

const method = TournamentService.method.publishTournament;

/** Opens a pending tournament to gamers and has it settled at its end. */
export const publishTournament =
  (context: Context): Rpcs["publishTournament"] =>
  async (request, call) => {
    let messageId: string | undefined;
    const mutation = { faultPoint: "tournament.publish", method, request } as const;
    const response = await idempotent(context.db, mutation, async (tx) => {
      const { after } = await advance(tx, request, "publish");
      messageId = await stageMessage(tx, {
        kind: "schedule",
        gameId: after.gameId,
        tournamentId: after.id,
        dueAt: after.endsAt.toISOString(),
        ended: false,
        test: after.test,
      });
      await stageChanges(tx, originOf(call), [published(after)]);
      return { tournament: tournamentMessage(after, 0n) };
    });
    await flushMessage(context, messageId);
    return response;
  };
