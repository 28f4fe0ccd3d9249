import { create } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { within } from "@tms/kit/rpc/client";
import { DomainError } from "@tms/kit/errors/domain-error";
import { RemoteError, refusedFor } from "@tms/kit/errors/remote-error";
import { normalizeHandle } from "@tms/kit/values/handles";
import { idempotent } from "@tms/kit/database/idempotent";
import {
  TournamentService,
  CompleteTournamentResponseSchema,
  Status,
  type CompleteTournamentRequest,
  type CompleteTournamentResponse,
} from "@tms/proto/tms/tournament/v1/tournament";
import { advance } from "../lifecycle/advance.ts";
import { closeRegistration } from "../close-registration.ts";
import type { Context } from "../context.ts";
import { setFinalRanks, type FinalRank } from "../db/final-ranks.ts";
import { findTournament } from "../db/tournaments.ts";
import { tournamentMessage } from "../messages.ts";
import { flushOrder, stageOrder } from "../events.ts";
import { poolBefore } from "../pool-before.ts";

/** Ends a published tournament now and has it settled at once. */
export async function completeTournament(
  ctx: Context,
  request: CompleteTournamentRequest,
  call: HandlerContext,
): Promise<CompleteTournamentResponse> {
  const finalRanks = finalRanksOf(request);
  const { published, poolMinor } = await poolBefore(ctx, request, call);
  if (published && finalRanks.length > 0) await checkRanks(ctx, request, finalRanks, call);
  let orderId: string | undefined;
  const response = await idempotent(
    ctx.db,
    {
      faultPoint: "tournament.complete",
      method: TournamentService.method.completeTournament,
      request,
    },
    async (tx) => {
      const { after } = await advance(tx, request, "complete");
      await setFinalRanks(tx, after.id, finalRanks);
      orderId = await stageOrder(tx, {
        kind: "schedule",
        gameId: after.gameId,
        tournamentId: after.id,
        // The moment of the change, by the database's clock.
        dueAt: after.updatedAt.toISOString(),
        ended: true,
      });
      const tournament = tournamentMessage(after, poolMinor);
      return create(CompleteTournamentResponseSchema, { tournament });
    },
  );
  // A repeat too, for the one before may have died at this point.
  await Promise.all([closeRegistration(ctx, request), flushOrder(ctx, orderId)]);
  return response;
}

const finalRanksOf = ({ finalRanks }: CompleteTournamentRequest): FinalRank[] =>
  finalRanks.map(({ handle, rank }, index) => ({
    handle: normalizeHandle(handle, () => `final_ranks[${index}].handle`),
    rank,
  }));

async function checkRanks(
  ctx: Context,
  { gameId, tournamentId }: CompleteTournamentRequest,
  finalRanks: FinalRank[],
  call: HandlerContext,
): Promise<void> {
  try {
    await ctx.entry.checkFinalRanks({ gameId, tournamentId, finalRanks }, within(call));
  } catch (error) {
    // Ranks that were right are wrong once the tournament has ended: then a request like this
    // one was quicker, and its stored answer, or the lifecycle's refusal, is the one to give.
    const row = await findTournament(ctx.db, { gameId, tournamentId });
    if (row?.status !== Status.PUBLISHED) return;
    throw rankRefusal(error);
  }
}

function rankRefusal(error: unknown): unknown {
  if (!(error instanceof RemoteError)) return error;
  const refused = refusedFor(
    error,
    "INVALID_ARGUMENT",
    "RANKS_INVALID",
    "GAMER_NOT_FOUND",
    "GAMER_NOT_ENTERED",
    "GAMER_ALREADY_ELIMINATED",
  );
  if (!refused) return error;
  return new DomainError(error.reason, error.message, { fields: error.fields, cause: error });
}
