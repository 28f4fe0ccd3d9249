import { create } from "@bufbuild/protobuf";
import { idempotent } from "@tms/kit/database/idempotent";
import {
  TournamentService,
  UpdateTournamentResponseSchema,
  type UpdateTournamentRequest,
  type UpdateTournamentResponse,
} from "@tms/proto/tms/tournament/v1/tournament";
import { advance } from "../lifecycle/advance.ts";
import type { Context } from "../context.ts";
import { updateTerms } from "../db/tournaments.ts";
import { tournamentMessage } from "../messages.ts";
import { endMustBeAhead, mergeTerms, readPatch } from "../terms.ts";

/** Changes the terms of a tournament that is pending and has not started. */
export async function updateTournament(
  ctx: Context,
  request: UpdateTournamentRequest,
): Promise<UpdateTournamentResponse> {
  if (request.patch === undefined) throw new Error("validation let a request without patch pass");
  const patch = readPatch(request.patch);
  return await idempotent(
    ctx.db,
    {
      faultPoint: "tournament.update",
      method: TournamentService.method.updateTournament,
      request,
    },
    async (tx) => {
      const { after } = await advance(tx, request, "update");
      const row = await updateTerms(tx, after.id, mergeTerms(after, patch));
      if (row === undefined) throw endMustBeAhead("patch");
      return create(UpdateTournamentResponseSchema, { tournament: tournamentMessage(row, 0n) });
    },
  );
}
