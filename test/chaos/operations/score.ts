import type { Body } from "../../harness/bodies.ts";
import { maybeBefore, type Call, type History } from "../history.ts";
import {
  attemptOf,
  attemptsOf,
  reportedIn,
  reportsOf,
  type Attempt,
  type ReportedScore,
  type ScoreCall,
} from "../model/attempts.ts";
import { CLOCK_SLACK_MS, endingsOf, maybeOver, maybePastEnd } from "../model/over.ts";
import { certainlyOutAt, maybeOutBy } from "../model/out.ts";
import { reviewsOf, stateAfter } from "../model/reviews.ts";
import { isHeldFrom } from "../model/scores.ts";
import type { GivenScore, IntentOf } from "../plan.ts";
import { at, type Fixture } from "../fixture.ts";
import type { Behaviour } from "./behaviour.ts";
import { certainlyIn, certainlyKnown, maybeIn } from "./known.ts";
import { tournamentRequest } from "./tournament-request.ts";

export const score: Behaviour<IntentOf<"score">> = {
  request: ({ tournament, given }, fixture) =>
    tournamentRequest(fixture, tournament, "POST", "score", given),
  identity: (body) => [body.score.id, body.score.score, body.score.createdAt],
  checkAcknowledged: (call, { history }) => reportedIn(call).flatMap((one) => check(one, history)),
  refusals: Object.fromEntries(
    [
      "scores_not_enabled",
      "gamer_not_found",
      "gamer_not_entered",
      "gamer_already_eliminated",
      "gamer_disqualified",
      "tournament_ended",
      "tournament_not_published",
      "attempts_exhausted",
      "attempt_reused",
    ].map((code) => [
      code,
      (call: Call<IntentOf<"score">>, { history }: { history: History }) =>
        mayRefuse(code, call, call.intent.given, history),
    ]),
  ),
  learn: ({ tournament }, fixture, answers) =>
    learnAttempts(
      fixture,
      tournament,
      answers.map((body) => body.score),
    ),
};

export const scores: Behaviour<IntentOf<"scores">> = {
  request: ({ tournament, given }, fixture) =>
    tournamentRequest(fixture, tournament, "POST", "scores", { scores: given }),
  // What was refused may be recorded by a repeat of which the gateway had forgotten the first answer.
  identity: ({ results }) => results.flatMap((result) => result.score?.id ?? []),
  checkAcknowledged: (call, { history }) => reportedIn(call).flatMap((one) => check(one, history)),
  refusals: {
    scores_not_enabled: (call, { history }) => takesNone(history, call),
  },
  // A repeat answers anew whatever was refused, and knows again only what was recorded.
  repeats: ({ answers }) =>
    answers.every(({ results }) => results.every((result) => result.score !== undefined)),
  learn: ({ tournament }, fixture, answers) =>
    learnAttempts(
      fixture,
      tournament,
      answers.flatMap(({ results }) => results.flatMap((result) => result.score ?? [])),
    ),
};

/** Keeps the attempts that were told of, for reviews to name them. */
function learnAttempts(
  { tournaments }: Fixture,
  tournament: number,
  told: readonly Body["score"][],
): void {
  const { attempts } = at(tournaments, tournament);
  for (const { id } of told) if (!attempts.includes(id)) attempts.push(id);
}

/** Why what was told of a score cannot be. */
function check({ call, given, told }: ReportedScore, history: History): string[] {
  return told.flatMap((one) => {
    if ("recorded" in one) return checkRecorded(call, given, attemptOf(one.recorded), history);
    if (mayRefuse(one.refused, call, given, history)) return [];
    return [`the score of ${given.gamer} was refused as ${one.refused}, which cannot be`];
  });
}

function checkRecorded(
  call: ScoreCall,
  given: GivenScore,
  attempt: Attempt,
  history: History,
): string[] {
  const { tournament } = call.intent;
  const { endsAt, id, plan } = at(history.fixture.tournaments, tournament);
  if (plan.scoring === null) return ["recorded where no scores are taken"];
  const leftOpen = id !== undefined && history.leftOpen.has(id);
  const isAfter = (other: Call) => attempt.at > other.endedAt + CLOCK_SLACK_MS;
  // What is told of an attempt that was known before is what was decided on it by then.
  const isDecided = reviewsOf(history, tournament, attempt.id).some(
    (review) => stateAfter(review) === attempt.state && maybeBefore(review, call),
  );
  const isHeld =
    isHeldFrom(plan.scoring, given.score) ||
    reportsOf(history, tournament).some(
      (other) => other.given.hold === true && isSameAttempt(other.given, given),
    );
  const faults: [string, boolean][] = [
    ["as something else", !isAsGiven(attempt, given)],
    ["of a gamer who was not in", !maybeIn(history, tournament, given.gamer, call)],
    [
      "of a gamer who was out",
      certainlyOutAt(history, tournament, given.gamer, attempt.at, CLOCK_SLACK_MS),
    ],
    ["after the end", attempt.at >= endsAt],
    ["after it was ended", !leftOpen && endingsOf(history, tournament).some(isAfter)],
    ["as held", attempt.state === "held" && !isHeld && !isDecided],
    [
      "as counted",
      attempt.state === "counted" && isHeldFrom(plan.scoring, given.score) && !isDecided,
    ],
    ["as void", attempt.state === "void" && !isDecided],
  ];
  return faults.flatMap(([how, isSo]) =>
    isSo ? [`the score of ${given.gamer} was recorded ${how}: ${JSON.stringify(attempt)}`] : [],
  );
}

const isAsGiven = ({ handle, name, numbers }: Attempt, given: GivenScore): boolean =>
  handle === given.gamer &&
  name === (given.attempt ?? null) &&
  String(numbers) === String([given.score, ...given.tieBreaks]);

/** Whether two reports may name one attempt; those without a name are each an attempt of its own. */
const isSameAttempt = (one: GivenScore, other: GivenScore): boolean =>
  one === other ||
  (one.gamer === other.gamer && one.attempt !== undefined && one.attempt === other.attempt);

/** Whether a score may have been refused with a code. */
function mayRefuse(code: string, call: ScoreCall, given: GivenScore, history: History): boolean {
  const { tournament } = call.intent;
  const { plan } = at(history.fixture.tournaments, tournament);
  const { gamer } = given;
  const ofGamer = () => attemptsOf(history, tournament).filter(({ handle }) => handle === gamer);
  switch (code) {
    case "scores_not_enabled":
      return takesNone(history, call);
    case "gamer_not_found":
      return !certainlyKnown(history, plan.game, gamer, call);
    case "gamer_not_entered":
      return !certainlyIn(history, tournament, gamer, call);
    case "gamer_already_eliminated":
      return maybeOutBy("eliminate", history, tournament, gamer, call);
    case "gamer_disqualified":
      return maybeOutBy("disqualify", history, tournament, gamer, call);
    case "tournament_ended":
      return maybePastEnd(history, tournament, call);
    case "tournament_not_published":
      return maybeOver(history, tournament, call);
    case "attempts_exhausted":
      return ofGamer().length >= (plan.scoring?.attempts ?? 0);
    case "attempt_reused":
      return reportsOf(history, tournament).some(
        (other) =>
          isSameAttempt(other.given, given) &&
          maybeBefore(other.call, call) &&
          other.told.some((one) => "recorded" in one && !isAsGiven(attemptOf(one.recorded), given)),
      );
    default:
      return false;
  }
}

const takesNone = (history: History, { intent }: ScoreCall): boolean =>
  at(history.fixture.tournaments, intent.tournament).plan.scoring === null;
