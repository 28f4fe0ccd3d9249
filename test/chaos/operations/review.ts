import type { Call, History } from "../history.ts";
import { attemptsOf } from "../model/attempts.ts";
import { CLOCK_SLACK_MS, certainlyOver, maybeOver, maybePastEnd } from "../model/over.ts";
import { decidedIn, reviewsOf, stateAfter } from "../model/reviews.ts";
import type { IntentOf } from "../plan.ts";
import { at } from "../fixture.ts";
import type { Behaviour } from "./behaviour.ts";
import { tournamentRequest } from "./tournament-request.ts";

type Review = IntentOf<"review">;

const NOBODYS = "00000000-0000-7000-8000-000000000000";

export const review: Behaviour<Review> = {
  async ready(intent, { tournaments }) {
    const { attempts, reviewed } = at(tournaments, intent.tournament);
    const picked = intent.picks.map(
      (pick) => attempts[Math.floor((pick * attempts.length) / 1000)],
    );
    const ids = [...new Set(picked)].filter((id) => id !== undefined);
    reviewed.set(intent, intent.unknown ? [...ids, NOBODYS] : ids);
    return ids.length > 0;
  },
  request: (intent, fixture) =>
    tournamentRequest(fixture, intent.tournament, "PATCH", "review", {
      scores: at(fixture.tournaments, intent.tournament).reviewed.get(intent),
      decision: intent.decision,
      reason: "the simulation",
    }),
  identity: ({ scores }) =>
    scores.map(({ id, state, decisions }) => [id, state, decisions.map((one) => one.decidedAt)]),
  checkAcknowledged(call, { history }) {
    const decided = decidedIn(call);
    const moments = decided.flatMap(({ decisions }) =>
      decisions.map(({ decidedAt }) => Date.parse(decidedAt)),
    );
    const [earliest, latest] = [Math.min(...moments), Math.max(...moments)];
    const faults: [string, boolean][] = [
      [
        "others than it was asked to",
        String(decided.map(({ id }) => id)) !== String(idsOf(call, history)),
      ],
      ["otherwise", decided.some(({ state }) => state !== stateAfter(call))],
      ["at two moments", moments.length !== decided.length || earliest !== latest],
      [
        "when it was not under way",
        earliest < call.startedAt - CLOCK_SLACK_MS || latest > call.endedAt + CLOCK_SLACK_MS,
      ],
      ["after the end", certainlyOver(history, call.intent.tournament, call)],
    ];
    return faults.flatMap(([how, isSo]) => (isSo ? [`decided ${how}`] : []));
  },
  refusals: {
    score_not_found: ({ intent }) => intent.unknown,
    attempts_exhausted: (call, { history }) => mayExceed(call, history),
    tournament_ended: (call, { history }) => maybePastEnd(history, call.intent.tournament, call),
    tournament_not_published: (call, { history }) =>
      maybeOver(history, call.intent.tournament, call),
  },
};

const idsOf = ({ intent }: Call<Review>, { fixture }: History): readonly string[] =>
  at(fixture.tournaments, intent.tournament).reviewed.get(intent) ?? [];

/** Whether a gamer may have more attempts than allowed once what was void is taken back. */
function mayExceed(call: Call<Review>, history: History): boolean {
  const { tournament, decision } = call.intent;
  const most = at(history.fixture.tournaments, tournament).plan.scoring?.attempts ?? 0;
  const attempts = attemptsOf(history, tournament);
  return (
    decision !== "void" &&
    idsOf(call, history).some((id) => {
      const handle = attempts.find((attempt) => attempt.id === id)?.handle;
      const isVoided = reviewsOf(history, tournament, id).some(
        (other) => other.intent.decision === "void",
      );
      return isVoided && attempts.filter((attempt) => attempt.handle === handle).length > most;
    })
  );
}
