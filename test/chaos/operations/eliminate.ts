import { acknowledged } from "../history.ts";
import { certainlyOver, maybeOver, maybePastEnd } from "../model/over.ts";
import type { IntentOf } from "../plan.ts";
import { at } from "../fixture.ts";
import type { Behaviour } from "./behaviour.ts";
import { tournamentRequest } from "./tournament-request.ts";
import { certainlyIn, certainlyKnown, maybeIn, maybeOut } from "./known.ts";

export const eliminate: Behaviour<IntentOf<"eliminate">> = {
  request: (intent, fixture) =>
    tournamentRequest(fixture, intent.tournament, "PATCH", "eliminate", { gamers: intent.handles }),
  identity: ({ entries }) => entries.map((entry) => [entry.id, entry.rank, entry.eliminatedAt]),
  checkAcknowledged(call, { history }) {
    const { tournament, handles } = call.intent;
    const others = acknowledged(history, "eliminate").filter(
      (other) => other !== call && other.intent.tournament === tournament,
    );
    return [
      ...(handles.every((handle) => maybeIn(history, tournament, handle, call))
        ? []
        : ["eliminated a gamer who was not in"]),
      ...(others.some(({ intent }) => intent.handles.some((handle) => handles.includes(handle)))
        ? ["eliminated a gamer twice"]
        : []),
      ...(certainlyOver(history, tournament, call) ? ["eliminated after the end"] : []),
    ];
  },
  refusals: {
    gamer_not_found: (call, { history }) => {
      const { tournament, handles } = call.intent;
      const { game } = at(history.fixture.tournaments, tournament).plan;
      return !handles.every((handle) => certainlyKnown(history, game, handle, call));
    },
    gamer_not_entered: (call, { history }) =>
      !call.intent.handles.every((handle) =>
        certainlyIn(history, call.intent.tournament, handle, call),
      ),
    gamer_already_eliminated: (call, { history }) =>
      call.intent.handles.some((handle) => maybeOut(history, call.intent.tournament, handle, call)),
    tournament_ended: (call, { history }) => maybePastEnd(history, call.intent.tournament, call),
    tournament_not_published: (call, { history }) =>
      maybeOver(history, call.intent.tournament, call),
  },
};
