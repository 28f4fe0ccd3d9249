import { maybeOver, maybePastEnd } from "../model/over.ts";
import type { IntentOf } from "../plan.ts";
import type { Behaviour } from "./behaviour.ts";
import { tournamentRequest } from "./tournament-request.ts";

export const publish: Behaviour<IntentOf<"publish">> = {
  request: (intent, fixture) =>
    tournamentRequest(fixture, intent.tournament, "PATCH", "publish", {}),
  identity: ({ tournament }) => [tournament.id, tournament.status],
  checkAcknowledged: () => [],
  refusals: {
    tournament_ended: (call, { history }) => maybePastEnd(history, call.intent.tournament, call),
    tournament_not_pending: (call, { history }) => maybeOver(history, call.intent.tournament, call),
  },
};
