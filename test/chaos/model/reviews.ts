import type { ReviewedScoreBody } from "../../harness/bodies.ts";
import { acknowledged, type Call, type History } from "../history.ts";
import type { Decision, IntentOf } from "../plan.ts";
import { attemptsOf, type Attempt } from "./attempts.ts";
import { differs } from "./differs.ts";

const STATES: Readonly<Record<Decision, string>> = {
  accept: "counted",
  void: "void",
  hold: "held",
};

/** The reviews that decided on an attempt. */
export const reviewsOf = (
  history: History,
  tournament: number,
  attempt: string,
): Call<IntentOf<"review">>[] =>
  acknowledged(history, "review").filter(
    (call) =>
      call.intent.tournament === tournament && decidedIn(call).some(({ id }) => id === attempt),
  );

/** The state that a review gives. */
export const stateAfter = ({ intent }: Call<IntentOf<"review">>): string => STATES[intent.decision];

/** The attempts that a review decided on, as its answer tells of them. */
export const decidedIn = ({ outcome }: Call<IntentOf<"review">>): readonly ReviewedScoreBody[] =>
  outcome.kind === "acknowledged" ? outcome.body.scores : [];

/** The attempts of a tournament that were recorded, each in the state that it is listed in. */
export function attemptsIn(
  history: History,
  tournament: number,
  listed: readonly ReviewedScoreBody[],
): Attempt[] {
  const stateOf = new Map(listed.map(({ id, state }) => [id, state]));
  return attemptsOf(history, tournament).map((attempt) => ({
    ...attempt,
    state: stateOf.get(attempt.id) ?? attempt.state,
  }));
}

/**
 * Checks that a tournament's attempts are those that were answered, each with the decisions that were
 * made on it, and as the latest of them says.
 */
export function checkListed(
  history: History,
  tournament: number,
  listed: readonly ReviewedScoreBody[],
): string[] {
  const attempts = attemptsOf(history, tournament);
  const told = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  return [
    ...differs("the attempts", [...told.keys()].toSorted(), listed.map(({ id }) => id).toSorted()),
    ...listed.flatMap(({ id, state, decisions }) => {
      const made = reviewsOf(history, tournament, id).map((call) => {
        const moment = decidedIn(call).find((one) => one.id === id)?.decisions[0]?.decidedAt;
        return `${moment} ${call.intent.decision}`;
      });
      const shown = decisions.map(({ decidedAt, decision }) => `${decidedAt} ${decision}`);
      const moments = decisions.map(({ decidedAt }) => decidedAt);
      // Without any decision it is as it was recorded.
      const [latest = ""] = (shown.at(-1) ?? "").split(" ").slice(1);
      const expected = STATES[latest as Decision] ?? told.get(id)?.state;
      return [
        ...differs(`the decisions on attempt ${id}`, shown.toSorted(), made.toSorted()),
        ...differs(`the order of those on attempt ${id}`, moments, moments.toSorted()),
        ...differs(`the state of attempt ${id}`, state, expected),
      ];
    }),
  ];
}
