import type { HandlerContext } from "@connectrpc/connect";
import { within } from "@tms/kit/rpc/client";
import { originOf } from "@tms/kit/rpc/origin";
import { DomainError } from "@tms/kit/errors/domain-error";
import { RemoteError, refusedFor } from "@tms/kit/errors/remote-error";
import { idempotent } from "@tms/kit/database/idempotent";
import {
  TournamentService,
  type CompleteTournamentRequest,
} from "@tms/proto/tms/tournament/v1/tournament";
import type { Context, Rpcs } from "../context.ts";
import { setFinalRanks } from "../db/final-ranks.ts";
import { findTournament } from "../db/tournaments.ts";
import { settling, stageChanges } from "../events.ts";
import { flushMessage, stageMessage } from "../settlement-messages.ts";
import { advance } from "../lifecycle/advance.ts";
import { closeRegistration } from "../lifecycle/close-registration.ts";
import { tournamentMessage } from "../messages.ts";
import { readPoolBefore } from "../prize-pool.ts";

const method = TournamentService.method.completeTournament;

/** Ends a published tournament now and has it settled at once. */
export const completeTournament =
  (context: Context): Rpcs["completeTournament"] =>
  async (request, call) => {
    const finalRanks = request.finalRanks.map(({ handle, rank }) => ({ handle, rank }));
    const { gameId, tournamentId } = request;
    const { published, poolMinor, test } = await readPoolBefore(context, request, call);
    if (published && finalRanks.length > 0) await checkRanks(context, request, call);
    let messageId: string | undefined;
    const mutation = { faultPoint: "tournament.complete", method, request } as const;
    const response = await idempotent(context.db, mutation, async (tx) => {
      const { after } = await advance(tx, request, "complete");
      await setFinalRanks(tx, after.id, finalRanks);
      messageId = await stageMessage(tx, {
        kind: "schedule",
        gameId,
        tournamentId,
        // The moment of the change, by the database's clock.
        dueAt: after.updatedAt.toISOString(),
        ended: true,
        test,
      });
      await stageChanges(tx, originOf(call), [settling(after)]);
      return { tournament: tournamentMessage(after, poolMinor) };
    });
    // On a repeat too, for the call before may have died at this point.
    await Promise.all([
      closeRegistration(context, { gameId, tournamentId, test }),
      flushMessage(context, messageId),
    ]);
    return response;
  };

async function checkRanks(
  { db, entry }: Context,
  { gameId, tournamentId, finalRanks }: CompleteTournamentRequest,
  call: HandlerContext,
): Promise<void> {
  try {
    await entry.checkFinalRanks({ gameId, tournamentId, finalRanks }, within(call));
  } catch (error) {
    // Ranks that were right are wrong once the tournament has ended: then a request like this
    // one was quicker, and its stored answer, or the lifecycle's refusal, is the one to give.
    const row = await findTournament(db, { gameId, tournamentId });
    if (row?.status !== "published") return;
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
    "GAMER_DISQUALIFIED",
  );
  if (!refused) return error;
  return new DomainError(error.reason, error.message, { fields: error.fields, cause: error });
}
