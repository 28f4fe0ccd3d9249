import { maybeOutBy } from "../model/out.ts";
import type { IntentOf } from "../plan.ts";
import type { Behaviour } from "./behaviour.ts";
import { checkDeciding, mayNameDisqualified, refusalsOfNamed } from "./named-gamers.ts";
import { tournamentRequest } from "./tournament-request.ts";

export const eliminate: Behaviour<IntentOf<"eliminate">> = {
  request: (intent, fixture) =>
    tournamentRequest(fixture, intent.tournament, "PATCH", "eliminate", { gamers: intent.handles }),
  identity: ({ entries }) => entries.map((entry) => [entry.id, entry.rank, entry.eliminatedAt]),
  checkAcknowledged: checkDeciding,
  refusals: {
    ...refusalsOfNamed,
    gamer_disqualified: mayNameDisqualified,
    gamer_already_eliminated: (call, { history }) =>
      call.intent.handles.some((handle) =>
        maybeOutBy("eliminate", history, call.intent.tournament, handle, call),
      ),
  },
};
