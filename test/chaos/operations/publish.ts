import { maybeOver, maybePastEnd } from "../model/over.ts";
import type { IntentOf } from "../plan.ts";
import type { Behaviour } from "./behaviour.ts";
import { cupRequest } from "./tournament-request.ts";

export const publish: Behaviour<IntentOf<"publish">> = {
  request: (intent, stage) => cupRequest(stage, intent.cup, "PATCH", "publish", {}),
  identity: ({ tournament }) => [tournament.id, tournament.status],
  judgeAcknowledged: () => [],
  refusals: {
    tournament_ended: (call, { history }) => maybePastEnd(history, call.intent.cup, call),
    tournament_not_pending: (call, { history }) => maybeOver(history, call.intent.cup, call),
  },
};
