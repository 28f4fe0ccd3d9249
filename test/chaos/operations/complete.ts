import { before } from "../history.ts";
import { maybeOutBy } from "../model/out.ts";
import { endingsOf, maybeOver } from "../model/over.ts";
import type { IntentOf } from "../plan.ts";
import { at } from "../fixture.ts";
import type { Behaviour } from "./behaviour.ts";
import { tournamentRequest } from "./tournament-request.ts";
import { certainlyIn, certainlyKnown } from "./known.ts";

export const complete: Behaviour<IntentOf<"complete">> = {
  request: ({ tournament, ranks }, fixture) =>
    tournamentRequest(fixture, tournament, "PATCH", "complete", ranks.length > 0 ? { ranks } : {}),
  identity: ({ tournament }) => [tournament.id, tournament.status],
  checkAcknowledged: (call, { history }) =>
    endingsOf(history, call.intent.tournament).some(
      (other) => other !== call && before(other, call),
    )
      ? ["ended what had ended"]
      : [],
  refusals: {
    tournament_not_published: (call, { history }) =>
      maybeOver(history, call.intent.tournament, call),
    gamer_not_found: (call, { history }) => {
      const { tournament, ranks } = call.intent;
      const { game } = at(history.fixture.tournaments, tournament).plan;
      return !ranks.every(({ gamer }) => certainlyKnown(history, game, gamer, call));
    },
    gamer_not_entered: (call, { history }) =>
      !call.intent.ranks.every(({ gamer }) =>
        certainlyIn(history, call.intent.tournament, gamer, call),
      ),
    gamer_already_eliminated: (call, { history }) =>
      call.intent.ranks.some(({ gamer }) =>
        maybeOutBy("eliminate", history, call.intent.tournament, gamer, call),
      ),
    gamer_disqualified: (call, { history }) =>
      call.intent.ranks.some(({ gamer }) =>
        maybeOutBy("disqualify", history, call.intent.tournament, gamer, call),
      ),
  },
};
