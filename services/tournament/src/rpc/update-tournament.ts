import { idempotent } from "@tms/kit/database/idempotent";
import { originOf } from "@tms/kit/rpc/origin";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import type { Context, Rpcs } from "../context.ts";
import { updateTerms } from "../db/tournaments.ts";
import { stageChanges, updated } from "../events.ts";
import { advance } from "../lifecycle/advance.ts";
import { tournamentMessage } from "../messages.ts";
import { endMustBeAhead, mergeTerms, readPatch } from "../terms.ts";

const method = TournamentService.method.updateTournament;

/** Changes the terms of a tournament that is pending and has not started. */
export const updateTournament =
  ({ db }: Context): Rpcs["updateTournament"] =>
  async (request, call) => {
    const patch = readPatch(request.patch);
    const mutation = { faultPoint: "tournament.update", method, request } as const;
    return await idempotent(db, mutation, async (tx) => {
      const { after } = await advance(tx, request, "update");
      const row = await updateTerms(tx, after.id, mergeTerms(after, patch));
      if (row.ended) throw endMustBeAhead("patch");
      await stageChanges(tx, originOf(call), updated(row, after));
      return { tournament: tournamentMessage(row, 0n) };
    });
  };
