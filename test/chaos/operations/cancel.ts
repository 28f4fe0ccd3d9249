import { endingsOf, maybeOver } from "../model/over.ts";
import type { IntentOf } from "../plan.ts";
import type { Behaviour } from "./behaviour.ts";
import { tournamentRequest } from "./tournament-request.ts";

export const cancel: Behaviour<IntentOf<"cancel">> = {
  request: ({ tournament }, fixture) =>
    tournamentRequest(fixture, tournament, "PATCH", "cancel", {}),
  identity: ({ tournament }) => [tournament.id, tournament.status],
  checkAcknowledged: (call, { history }) =>
    endingsOf(history, call.intent.tournament).length > 1 ? ["cancelled what ended otherwise"] : [],
  refusals: {
    tournament_not_cancellable: (call, { history }) =>
      maybeOver(history, call.intent.tournament, call),
  },
};
