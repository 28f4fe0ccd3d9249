import { create } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { once } from "@tms/kit/requests";
import {
  CancelTournamentRequestSchema,
  CancelTournamentResponseSchema,
  Status,
  type CancelTournamentRequest,
  type CancelTournamentResponse,
} from "@tms/proto/tms/tournament/v1/tournament";
import { advance } from "../advance.ts";
import { closeBook } from "../close-book.ts";
import type { Context } from "../context.ts";
import { tournamentMessage } from "../messages.ts";
import { flushOrder, stageOrder } from "../orders.ts";
import { poolBefore } from "../pool-before.ts";

/** Calls a tournament off; one that gamers may have entered has its fees refunded. */
export async function cancelTournament(
  ctx: Context,
  request: CancelTournamentRequest,
  call: HandlerContext,
): Promise<CancelTournamentResponse> {
  const { poolMinor } = await poolBefore(ctx, request, call);
  // A repeat finds it done, perhaps by one that died before it could close the book.
  let mayBeOpen = true;
  let orderId: string | undefined;
  const response = await once(
    ctx.db,
    {
      step: "tournament.cancel",
      input: CancelTournamentRequestSchema,
      output: CancelTournamentResponseSchema,
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
  if (mayBeOpen) await Promise.all([closeBook(ctx, request), flushOrder(ctx, orderId)]);
  return response;
}
