import { create } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { idempotent } from "@tms/kit/database/idempotent";
import {
  TournamentService,
  CancelTournamentResponseSchema,
  Status,
  type CancelTournamentRequest,
  type CancelTournamentResponse,
} from "@tms/proto/tms/tournament/v1/tournament";
import { advance } from "../lifecycle/advance.ts";
import { closeRegistration } from "../close-registration.ts";
import type { Context } from "../context.ts";
import { tournamentMessage } from "../messages.ts";
import { flushOrder, stageOrder } from "../events.ts";
import { poolBefore } from "../pool-before.ts";

/** Calls a tournament off; one that gamers may have entered has its fees refunded. */
export async function cancelTournament(
  ctx: Context,
  request: CancelTournamentRequest,
  call: HandlerContext,
): Promise<CancelTournamentResponse> {
  const { poolMinor } = await poolBefore(ctx, request, call);
  // A repeat finds it done, perhaps by one that died before it could close the registration.
  let mayBeOpen = true;
  let orderId: string | undefined;
  const response = await idempotent(
    ctx.db,
    {
      faultPoint: "tournament.cancel",
      method: TournamentService.method.cancelTournament,
      request,
    },
    async (tx) => {
      const { before, after } = await advance(tx, request, "cancel");
      const { gameId, id: tournamentId } = after;
      mayBeOpen = before.status === Status.PUBLISHED;
      if (mayBeOpen) orderId = await stageOrder(tx, { kind: "refund", gameId, tournamentId });
      const tournament = tournamentMessage(after, poolMinor);
      return create(CancelTournamentResponseSchema, { tournament });
    },
  );
  if (mayBeOpen) await Promise.all([closeRegistration(ctx, request), flushOrder(ctx, orderId)]);
  return response;
}
