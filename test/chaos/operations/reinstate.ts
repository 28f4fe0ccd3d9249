import { acknowledged, before, maybeBefore } from "../history.ts";
import { certainlyOut, maybeOutBy } from "../model/out.ts";
import type { IntentOf } from "../plan.ts";
import type { Behaviour } from "./behaviour.ts";
import { checkDeciding, refusalsOfNamed, requestWithReason } from "./named-gamers.ts";

export const reinstate: Behaviour<IntentOf<"reinstate">> = {
  request: requestWithReason,
  identity: ({ entries }) => entries.map((entry) => [entry.id, entry.state, entry.updatedAt]),
  checkAcknowledged: checkDeciding,
  refusals: {
    ...refusalsOfNamed,
    gamer_not_disqualified: (call, { history }) =>
      !call.intent.handles.every((handle) =>
        certainlyOut(history, call.intent.tournament, handle, call),
      ),
    elimination_not_latest(call, { history }) {
      const { tournament, handles } = call.intent;
      const rounds = acknowledged(history, "eliminate").filter(
        (round) => round.intent.tournament === tournament && maybeBefore(round, call),
      );
      return handles.some(
        (handle) =>
          maybeOutBy("eliminate", history, tournament, handle, call) &&
          rounds.some(
            (later) =>
              !later.intent.handles.includes(handle) &&
              rounds.some((own) => own.intent.handles.includes(handle) && !before(later, own)),
          ),
      );
    },
  },
};
