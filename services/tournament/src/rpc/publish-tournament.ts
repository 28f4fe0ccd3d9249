import { create } from "@bufbuild/protobuf";
import { idempotent } from "@tms/kit/database/idempotent";
import {
  TournamentService,
  PublishTournamentResponseSchema,
  type PublishTournamentRequest,
  type PublishTournamentResponse,
} from "@tms/proto/tms/tournament/v1/tournament";
import { advance } from "../lifecycle/advance.ts";
import type { Context } from "../context.ts";
import { tournamentMessage } from "../messages.ts";
import { flushOrder, stageOrder } from "../events.ts";

/** Opens a pending tournament to gamers and has it settled at its end. */
export async function publishTournament(
  ctx: Context,
  request: PublishTournamentRequest,
): Promise<PublishTournamentResponse> {
  let orderId: string | undefined;
  const response = await idempotent(
    ctx.db,
    {
      faultPoint: "tournament.publish",
      method: TournamentService.method.publishTournament,
      request,
    },
    async (tx) => {
      const { after } = await advance(tx, request, "publish");
      orderId = await stageOrder(tx, {
        kind: "schedule",
        gameId: after.gameId,
        tournamentId: after.id,
        dueAt: after.endsAt.toISOString(),
        ended: false,
      });
      return create(PublishTournamentResponseSchema, { tournament: tournamentMessage(after, 0n) });
    },
  );
  await flushOrder(ctx, orderId);
  return response;
}
