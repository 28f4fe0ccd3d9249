import { idempotent } from "@tms/kit/database/idempotent";
import { originOf } from "@tms/kit/rpc/origin";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import type { Context, Rpcs } from "../context.ts";
import { calledOff, stageChanges } from "../events.ts";
import { flushMessage, stageMessage } from "../settlement-messages.ts";
import { advance } from "../lifecycle/advance.ts";
import { closeRegistration } from "../lifecycle/close-registration.ts";
import { tournamentMessage } from "../messages.ts";
import { readPoolBefore } from "../prize-pool.ts";

const method = TournamentService.method.cancelTournament;

/** Calls a tournament off; one that gamers may have entered has its fees refunded. */
export const cancelTournament =
  (context: Context): Rpcs["cancelTournament"] =>
  async (request, call) => {
    const { gameId, tournamentId } = request;
    const { poolMinor, test } = await readPoolBefore(context, request, call);
    // A repeat finds it done, perhaps by a call that died before it could close the registration.
    let mayBeOpen = true;
    let messageId: string | undefined;
    const mutation = { faultPoint: "tournament.cancel", method, request } as const;
    const response = await idempotent(context.db, mutation, async (tx) => {
      const { before, after } = await advance(tx, request, "cancel");
      mayBeOpen = before.status === "published";
      if (mayBeOpen)
        messageId = await stageMessage(tx, { kind: "refund", gameId, tournamentId, test });
      await stageChanges(tx, originOf(call), [calledOff(after)]);
      return { tournament: tournamentMessage(after, poolMinor) };
    });
    if (mayBeOpen)
      await Promise.all([
        closeRegistration(context, { gameId, tournamentId, test }),
        flushMessage(context, messageId),
      ]);
    return response;
  };
