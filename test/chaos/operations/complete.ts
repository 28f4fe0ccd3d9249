import { before } from "../history.ts";
import { endingsOf, maybeOver } from "../model/over.ts";
import type { IntentOf } from "../plan.ts";
import { at } from "../fixture.ts";
import type { Behaviour } from "./behaviour.ts";
import { cupRequest } from "./tournament-request.ts";
import { certainlyIn, certainlyKnown, maybeOut } from "./known.ts";

export const complete: Behaviour<IntentOf<"complete">> = {
  request: ({ cup, ranks }, stage) =>
    cupRequest(stage, cup, "PATCH", "complete", ranks.length > 0 ? { ranks } : {}),
  identity: ({ tournament }) => [tournament.id, tournament.status],
  judgeAcknowledged: (call, { history }) =>
    endingsOf(history, call.intent.cup).some((other) => other !== call && before(other, call))
      ? ["ended what had ended"]
      : [],
  refusals: {
    tournament_not_published: (call, { history }) => maybeOver(history, call.intent.cup, call),
    gamer_not_found: (call, { history }) => {
      const { cup, ranks } = call.intent;
      const { game } = at(history.stage.cups, cup).plan;
      return !ranks.every(({ gamer }) => certainlyKnown(history, game, gamer, call));
    },
    gamer_not_entered: (call, { history }) =>
      !call.intent.ranks.every(({ gamer }) => certainlyIn(history, call.intent.cup, gamer, call)),
    gamer_already_eliminated: (call, { history }) =>
      call.intent.ranks.some(({ gamer }) => maybeOut(history, call.intent.cup, gamer, call)),
  },
};
