import { endingsOf, maybeOver } from "../model/over.ts";
import type { IntentOf } from "../plan.ts";
import type { Behaviour } from "./behaviour.ts";
import { cupRequest } from "./tournament-request.ts";

export const cancel: Behaviour<IntentOf<"cancel">> = {
  request: ({ cup }, stage) => cupRequest(stage, cup, "PATCH", "cancel", {}),
  identity: ({ tournament }) => [tournament.id, tournament.status],
  judgeAcknowledged: (call, { history }) =>
    endingsOf(history, call.intent.cup).length > 1 ? ["cancelled what ended otherwise"] : [],
  refusals: {
    tournament_not_cancellable: (call, { history }) => maybeOver(history, call.intent.cup, call),
  },
};
