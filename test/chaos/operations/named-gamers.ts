import { certainlyOver, maybeOver, maybePastEnd, CLOCK_SLACK_MS } from "../model/over.ts";
import { maybeOutBy } from "../model/out.ts";
import { momentOf } from "../model/decided.ts";
import type { Call } from "../history.ts";
import type { IntentOf } from "../plan.ts";
import { at, type Fixture } from "../fixture.ts";
import type { Aftermath, ApiRequest, Behaviour } from "./behaviour.ts";
import { tournamentRequest } from "./tournament-request.ts";
import { certainlyIn, certainlyKnown, maybeIn } from "./known.ts";

/** A decision on the entries of gamers that it names, all or none. */
type Deciding = IntentOf<"eliminate" | "disqualify" | "reinstate">;

const DONE: Readonly<Record<Deciding["kind"], string>> = {
  eliminate: "eliminated",
  disqualify: "disqualified",
  reinstate: "reinstated",
};

/** The request of a decision for which a reason is given. */
export const requestWithReason = (intent: Deciding, fixture: Fixture): ApiRequest =>
  tournamentRequest(fixture, intent.tournament, "PATCH", intent.kind, {
    gamers: intent.handles,
    reason: "the simulation",
  });

/** Why a decision cannot have been made, whatever was decided before. */
export function checkDeciding(call: Call<Deciding>, { history }: Aftermath): string[] {
  const { tournament, handles, kind } = call.intent;
  const moment = momentOf(call);
  const faults: [string, boolean][] = [
    ["a gamer who was not in", !handles.every((one) => maybeIn(history, tournament, one, call))],
    ["after the end", certainlyOver(history, tournament, call)],
    [
      "when it was not under way",
      moment < call.startedAt - CLOCK_SLACK_MS || moment > call.endedAt + CLOCK_SLACK_MS,
    ],
  ];
  return faults.flatMap(([what, isSo]) => (isSo ? [`${DONE[kind]} ${what}`] : []));
}

/** When a decision may be refused that names gamers who are in; others can be refused for more. */
export const refusalsOfNamed: Behaviour<Deciding>["refusals"] = {
  gamer_not_found(call, { history }) {
    const { tournament, handles } = call.intent;
    const { game } = at(history.fixture.tournaments, tournament).plan;
    return !handles.every((handle) => certainlyKnown(history, game, handle, call));
  },
  gamer_not_entered: (call, { history }) =>
    !call.intent.handles.every((handle) =>
      certainlyIn(history, call.intent.tournament, handle, call),
    ),
  tournament_ended: (call, { history }) => maybePastEnd(history, call.intent.tournament, call),
  tournament_not_published: (call, { history }) => maybeOver(history, call.intent.tournament, call),
};

/** Whether any of the gamers named may have been disqualified when the call was answered. */
export const mayNameDisqualified = (call: Call<Deciding>, { history }: Aftermath): boolean =>
  call.intent.handles.some((handle) =>
    maybeOutBy("disqualify", history, call.intent.tournament, handle, call),
  );
