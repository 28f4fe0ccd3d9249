import type { Body } from "../harness/bodies.ts";
import { isHeld, STATE_AFTER } from "../model/scoring.ts";
import * as facts from "./facts.ts";
import type { EntryDecision, Item, RecordedAttempt, TournamentCall } from "./facts.ts";
import type { Fixture } from "./fixture.ts";
import {
  before,
  findAcknowledged,
  maybeBefore,
  toMajor,
  type Call,
  type History,
} from "./history.ts";
import { PEOPLE_OPERATIONS } from "./people.ts";
import { at, type GivenScore, type Intent, type IntentOf } from "./plan.ts";
import type { ApiRequest, OperationType, Predicate } from "./operation-type.ts";

/** The reason that every decision gives. */
export const REASON = "the simulation";
const NO_ATTEMPT = "00000000-0000-7000-8000-000000000000";

const keyOfGame = ({ games }: Fixture, game: number) => ({
  "x-api-key": at(games, game).access.apiKey,
});

/** Builds requests about a tournament that exists. */
const request =
  <I extends { tournament: number }>(
    method: ApiRequest["method"],
    verb: string,
    toBody: (intent: I, fixture: Fixture) => unknown = () => ({}),
  ) =>
  (intent: I, fixture: Fixture): ApiRequest => {
    const { plan, id } = at(fixture.tournaments, intent.tournament);
    if (id === undefined) throw new Error(`tournament ${intent.tournament} was never created`);
    const headers = keyOfGame(fixture, plan.game);
    return { headers, method, path: `/tournament/${id}/${verb}`, body: toBody(intent, fixture) };
  };

type GamerPredicate = (handle: string, call: TournamentCall, history: History) => boolean;

/** When a gamer, or the tournament, may be the reason of a refusal. */
const GAMER_REFUSALS: Readonly<Record<string, GamerPredicate>> = {
  gamer_not_found: (handle, call, history) =>
    !facts.certainlyKnown(handle, facts.getPlan(history, call).game, call, history),
  gamer_not_entered: (...of) => !facts.certainlyIn(...of),
  gamer_already_eliminated: (...of) => facts.maybeOut("eliminate", ...of),
  gamer_disqualified: (...of) => facts.maybeOut("disqualify", ...of),
  gamer_not_disqualified: (...of) => !facts.certainlyOut(...of),
  elimination_not_latest: (handle, call, history) => {
    const rounds = findAcknowledged(history, "eliminate").filter(
      (round) => round.intent.tournament === call.intent.tournament && maybeBefore(round, call),
    );
    const own = rounds.filter(({ intent }) => intent.handles.includes(handle));
    return (
      facts.maybeOut("eliminate", handle, call, history) &&
      rounds.some(
        (later) =>
          !later.intent.handles.includes(handle) && own.some((round) => !before(later, round)),
      )
    );
  },
  gamer_already_joined: (handle, call, history) =>
    facts
      .findJoined(history, call.intent.tournament)
      .some(
        (other) => other.call !== call && other.handle === handle && maybeBefore(other.call, call),
      ),
  tournament_full: (handle, call, history) =>
    countSeats(handle, call, history) >= (facts.getPlan(history, call).seats ?? Infinity),
  insufficient_funds: (...of) => !canPay("least", ...of),
  tournament_ended: (_, ...of) => facts.maybePastEnd(...of),
  tournament_not_published: (_, ...of) => facts.maybeOver(...of),
};

const mayRefuse = (code: string, ...of: Parameters<GamerPredicate>): boolean =>
  GAMER_REFUSALS[code]?.(...of) ?? false;

type GamersIntent = IntentOf<"join" | "eliminate" | "disqualify" | "reinstate" | "complete">;

/** The refusals of an operation for which one of its gamers may be the reason. */
const refusedFor = <I extends GamersIntent>(...codes: string[]): Record<string, Predicate<I>> =>
  Object.fromEntries(
    codes.map((code) => [
      code,
      (call, history) =>
        getHandles(call.intent).some((handle) => mayRefuse(code, handle, call, history)),
    ]),
  );

function getHandles(intent: GamersIntent): readonly string[] {
  if (intent.kind === "join") return [intent.handle];
  return intent.kind === "complete" ? intent.ranks.map(({ gamer }) => gamer) : intent.handles;
}

/** The joins so far, and those that may hold a seat until they are refused. */
const countSeats = (handle: string, call: TournamentCall, history: History): number =>
  facts
    .findJoins(history, call.intent.tournament)
    .filter(
      (other) =>
        !(other.call === call && other.handle === handle) &&
        maybeBefore(other.call, call) &&
        (facts.isIn(other) || maybeBefore(call, other.call)),
    ).length;

/** Whether the payer could pay with the least, or the most, that it may have held. */
function canPay(
  bound: "least" | "most",
  handle: string,
  call: TournamentCall,
  history: History,
): boolean {
  const { plan, game } = at(history.fixture.tournaments, call.intent.tournament);
  const { creditLimitMinor, payer } = game.plan;
  if (payer === "game" && creditLimitMinor === null) return true;
  const floor = payer === "game" ? -(creditLimitMinor ?? 0n) : 0n;
  const account = facts.payerOf(game, plan.game, handle);
  return facts.findBounds(history, account, call, handle)[bound] - plan.feeMinor >= floor;
}

const JOIN_CODES = [
  "gamer_already_joined",
  "tournament_full",
  "tournament_ended",
  "tournament_not_published",
  "insufficient_funds",
];

function checkJoins(call: Call<IntentOf<"join" | "joins">>, history: History): string[] {
  const { tournament } = call.intent;
  const { seats } = facts.getPlan(history, call);
  const joined = facts.findJoined(history, tournament);
  return facts.toItems(call).flatMap((item) => {
    const { handle } = item;
    const refused = findRefusals(
      item,
      (code) => JOIN_CODES.includes(code) && mayRefuse(code, handle, call, history),
    );
    if (!facts.isIn(item)) return refused;
    const isTwice = joined.some((other) => other.call !== call && other.handle === handle);
    return [
      ...refused,
      ...(isTwice ? ["admitted a gamer twice"] : []),
      ...(seats !== null && joined.length > seats
        ? [`admitted ${joined.length} to ${seats} seats`]
        : []),
      ...(facts.certainlyOver(call, history) ? ["admitted a gamer after the end"] : []),
      ...(canPay("most", handle, call, history)
        ? []
        : ["admitted a gamer whose payer had too little"]),
    ];
  });
}

/** Returns a sentence for each refusal of one of many that cannot be. */
const findRefusals = ({ handle, results }: Item, may: (code: string) => boolean): string[] =>
  results.flatMap(({ problem }) =>
    problem === undefined || may(problem.code)
      ? []
      : [`${handle} was refused as ${problem.code}, which cannot be`],
  );

/** A decision on entries, which names gamers that must all be in the tournament. */
const entryDecision = (done: string, codes: string[]): OperationType<EntryDecision["intent"]> => ({
  request: (intent, fixture) =>
    request<EntryDecision["intent"]>("PATCH", intent.kind, ({ kind, handles: gamers }) =>
      kind === "eliminate" ? { gamers } : { gamers, reason: REASON },
    )(intent, fixture),
  identity: ({ entries }) =>
    entries.map(({ id, state, rank, eliminatedAt, updatedAt }) =>
      done === "eliminated" ? [id, rank, eliminatedAt] : [id, state, updatedAt],
    ),
  wrong: {
    [`${done} a gamer who was not in`]: (call, history) =>
      !call.intent.handles.every((handle) => facts.maybeIn(handle, call, history)),
    [`${done} after the end`]: facts.certainlyOver,
    [`${done} at a moment outside of the call`]: (call) =>
      facts.getMoments(call).some((moment) => isOutside(call, moment)),
    [`${done} at several moments`]: (call) => facts.getMoments(call).length > 1,
  },
  refusals: refusedFor(
    "gamer_not_found",
    "gamer_not_entered",
    "tournament_ended",
    "tournament_not_published",
    ...codes,
  ),
});

const isOutside = ({ startedAt, endedAt }: Call, moment: number): boolean =>
  moment < startedAt - facts.CLOCK_SLACK_MS || moment > endedAt + facts.CLOCK_SLACK_MS;

const takesNoScores = (call: TournamentCall, history: History): boolean =>
  facts.getPlan(history, call).scoring === null;

const SCORE_CODES = `scores_not_enabled gamer_not_found gamer_not_entered gamer_already_eliminated
  gamer_disqualified tournament_ended tournament_not_published attempts_exhausted
  attempt_reused`.split(/\s+/);

/** Whether a score may have been refused with a code. */
function mayRefuseScore(
  code: string,
  call: TournamentCall,
  given: GivenScore,
  history: History,
): boolean {
  const { tournament } = call.intent;
  const { gamer } = given;
  switch (code) {
    case "scores_not_enabled":
      return takesNoScores(call, history);
    case "attempts_exhausted": {
      const own = facts.findAttempts(history, tournament).filter(({ handle }) => handle === gamer);
      return own.length >= (facts.getPlan(history, call).scoring?.attempts ?? 0);
    }
    case "attempt_reused":
      return facts
        .findReports(history, tournament)
        .some(
          (other) =>
            other.given !== undefined &&
            isSameAttempt(other.given, given) &&
            maybeBefore(other.call, call) &&
            other.results.some(({ score }) => score && !isAsGiven(facts.toAttempt(score), given)),
        );
    default:
      return SCORE_CODES.includes(code) && mayRefuse(code, gamer, call, history);
  }
}

const checkScores = (call: Call<IntentOf<"score" | "scores">>, history: History): string[] =>
  facts.toItems(call).flatMap((item) => {
    const { given } = item;
    if (given === undefined) return [];
    const recorded = item.results.flatMap(({ score }) => score ?? []);
    return [
      ...findRefusals(item, (code) => mayRefuseScore(code, call, given, history)),
      ...recorded.flatMap((score) => checkRecorded(call, given, facts.toAttempt(score), history)),
    ];
  });

function checkRecorded(
  call: TournamentCall,
  given: GivenScore,
  attempt: RecordedAttempt,
  history: History,
): string[] {
  const { tournament } = call.intent;
  const { endsAt, plan } = at(history.fixture.tournaments, tournament);
  const { scoring } = plan;
  if (scoring === null) return ["recorded where no scores are taken"];
  // The state in an answer to a repeat may be that of a review.
  const isDecided = facts
    .findReviews(history, tournament, attempt.id)
    .some(
      (review) =>
        STATE_AFTER[review.intent.decision] === attempt.state && maybeBefore(review, call),
    );
  const holdsItself = isHeld(scoring, given.score);
  const mayHold =
    holdsItself ||
    facts
      .findReports(history, tournament)
      .some((other) => other.given?.hold === true && isSameAttempt(other.given, given));
  const endings = facts.findEndings(history, tournament);
  const wrong: Record<string, boolean> = {
    "as something else": !isAsGiven(attempt, given),
    "of a gamer who was not in": !facts.maybeIn(given.gamer, call, history),
    "of a gamer who was out": facts.certainlyOutAt(given.gamer, attempt.at, tournament, history),
    "after the end": attempt.at >= endsAt,
    "after it was ended":
      !facts.isLeftOpen(history, tournament) &&
      endings.some((ending) => attempt.at > ending.endedAt + facts.CLOCK_SLACK_MS),
    "as held": attempt.state === "held" && !mayHold && !isDecided,
    "as counted": attempt.state === "counted" && holdsItself && !isDecided,
    "as void": attempt.state === "void" && !isDecided,
  };
  return Object.entries(wrong).flatMap(([how, isSo]) =>
    isSo ? [`the score of ${given.gamer} was recorded ${how}: ${JSON.stringify(attempt)}`] : [],
  );
}

const isAsGiven = ({ handle, name, numbers }: RecordedAttempt, given: GivenScore): boolean =>
  handle === given.gamer &&
  name === (given.attempt ?? null) &&
  String(numbers) === String([given.score, ...given.tieBreaks]);

/** Whether two reports may name one attempt. Without a name each is an attempt of its own. */
const isSameAttempt = (one: GivenScore, other: GivenScore): boolean =>
  one === other ||
  (one.gamer === other.gamer && one.attempt !== undefined && one.attempt === other.attempt);

/** Keeps the ids of attempts, so that reviews can name them. */
const learnAttempts =
  (toIds: (answer: Body) => string[]) =>
  ({ tournament }: { tournament: number }, { tournaments }: Fixture, answers: readonly Body[]) =>
    answers.flatMap(toIds).forEach((id) => at(tournaments, tournament).attempts.add(id));

const getPicked = ({ intent }: Call<IntentOf<"review">>, { fixture }: History) =>
  at(fixture.tournaments, intent.tournament).reviewed.get(intent) ?? [];

/** Whether a gamer may have too many attempts after a void one counts again. */
function mayExceed(call: Call<IntentOf<"review">>, history: History): boolean {
  const { tournament, decision } = call.intent;
  if (decision === "void") return false;
  const max = facts.getPlan(history, call).scoring?.attempts ?? 0;
  const attempts = facts.findAttempts(history, tournament);
  return getPicked(call, history).some((id) => {
    const handle = attempts.find((attempt) => attempt.id === id)?.handle;
    const isVoided = facts
      .findReviews(history, tournament, id)
      .some(({ intent }) => intent.decision === "void");
    return isVoided && attempts.filter((attempt) => attempt.handle === handle).length > max;
  });
}

const getDecisionTimes = (call: Call<IntentOf<"review">>): number[] =>
  facts
    .getReviewed(call)
    .flatMap(({ decisions }) => decisions.map(({ decidedAt }) => Date.parse(decidedAt)));

/** Builds requests about a gamer's wallet. */
const walletRequest =
  (verb: string) =>
  (
    { game, handle, amountMinor }: IntentOf<"deposit" | "withdraw">,
    fixture: Fixture,
  ): ApiRequest => ({
    headers: keyOfGame(fixture, game),
    method: "POST",
    path: `/wallet/${handle}/${verb}`,
    body: { amount: toMajor(amountMinor, at(fixture.games, game).plan.exponent) },
  });

const findHeld = (call: Call<IntentOf<"withdraw">>, history: History) =>
  facts.findBounds(history, facts.walletOf(call.intent.game, call.intent.handle), call);

const toStatus = ({ tournament: { id, status } }: Body) => [id, status];

/** Every operation, by the kind of its intent. */
export const OPERATIONS: { readonly [K in Intent["kind"]]: OperationType<IntentOf<K>> } = {
  ...PEOPLE_OPERATIONS,
  create: {
    request(intent, fixture) {
      const { plan, game, endsAt } = at(fixture.tournaments, intent.tournament);
      return {
        headers: keyOfGame(fixture, plan.game),
        method: "POST",
        path: "/tournament/create",
        body: {
          game: game.access.gameId,
          name: `Open ${intent.tournament}`,
          description: "A tournament of the simulation",
          entryFee: toMajor(plan.feeMinor, game.plan.exponent),
          startTime: new Date(fixture.beganAt).toISOString(),
          endTime: new Date(endsAt).toISOString(),
          minEntries: plan.minEntries,
          ...(plan.seats !== null && { maxEntries: plan.seats }),
          ...(plan.split.length > 0 && { prizeSplit: plan.split }),
          ...(plan.scoring !== null && { scoring: plan.scoring }),
        },
      };
    },
    learn({ tournament }, { tournaments }, [answer]) {
      const live = at(tournaments, tournament);
      live.id = answer?.tournament.id;
      live.created.resolve(answer !== undefined);
      if (answer === undefined) live.published.resolve(false);
    },
    identity: ({ tournament }) => tournament.id,
    // A tournament whose end has passed is invalid.
    refusals: { invalid_argument: facts.maybePastEnd },
  },
  publish: {
    request: request("PATCH", "publish"),
    learn: ({ tournament }, { tournaments }, answers) =>
      at(tournaments, tournament).published.resolve(answers.length > 0),
    identity: toStatus,
    refusals: { tournament_ended: facts.maybePastEnd, tournament_not_pending: facts.maybeOver },
  },
  join: {
    request: request("POST", "join", ({ handle }) => ({ gamer: handle })),
    identity: ({ entry }) => [entry.id, entry.gamer, entry.joinedAt, entry.entryFee],
    check: checkJoins,
    refusals: refusedFor(...JOIN_CODES),
  },
  joins: {
    request: request("POST", "joins", ({ handles }) => ({ gamers: handles })),
    // A repeat may admit a gamer who was refused, if the gateway forgot the first answer.
    identity: ({ results }) => results.flatMap(({ entry }) => entry?.id ?? []),
    check: checkJoins,
    repeats: (call) =>
      facts.toItems(call).every(({ results }) => results.every(({ entry }) => entry)),
  },
  eliminate: entryDecision("eliminated", ["gamer_already_eliminated", "gamer_disqualified"]),
  disqualify: entryDecision("disqualified", ["gamer_disqualified"]),
  reinstate: entryDecision("reinstated", ["gamer_not_disqualified", "elimination_not_latest"]),
  score: {
    request: request("POST", "score", ({ given }) => given),
    learn: learnAttempts(({ score }) => [score.id]),
    identity: ({ score: { id, score, createdAt } }) => [id, score, createdAt],
    check: checkScores,
    refusals: Object.fromEntries(
      SCORE_CODES.map((code) => [
        code,
        (call, history) => mayRefuseScore(code, call, call.intent.given, history),
      ]),
    ),
  },
  scores: {
    request: request("POST", "scores", ({ given }) => ({ scores: given })),
    learn: learnAttempts(({ results }) => results.flatMap(({ score }) => score?.id ?? [])),
    // A repeat may record a score that was refused, if the gateway forgot the first answer.
    identity: ({ results }) => results.flatMap(({ score }) => score?.id ?? []),
    check: checkScores,
    refusals: { scores_not_enabled: takesNoScores },
    repeats: (call) =>
      facts.toItems(call).every(({ results }) => results.every(({ score }) => score)),
  },
  review: {
    async ready(intent, { tournaments }) {
      const { attempts, reviewed } = at(tournaments, intent.tournament);
      const known = [...attempts];
      const picked = intent.picks.flatMap(
        (pick) => known[Math.floor((pick * known.length) / 1000)] ?? [],
      );
      const ids = [...new Set(picked)];
      reviewed.set(intent, intent.unknown ? [...ids, NO_ATTEMPT] : ids);
      return ids.length > 0;
    },
    request: request("PATCH", "review", (intent, { tournaments }) => ({
      scores: at(tournaments, intent.tournament).reviewed.get(intent),
      decision: intent.decision,
      reason: REASON,
    })),
    identity: ({ scores }) =>
      scores.map(({ id, state, decisions }) => [id, state, decisions.map((one) => one.decidedAt)]),
    wrong: {
      "decided on other attempts than it named": (call, history) =>
        String(facts.getReviewed(call).map(({ id }) => id)) !== String(getPicked(call, history)),
      "decided otherwise": (call) =>
        facts.getReviewed(call).some(({ state }) => state !== STATE_AFTER[call.intent.decision]),
      "decided at several moments": (call) => {
        const times = getDecisionTimes(call);
        return times.length !== facts.getReviewed(call).length || new Set(times).size > 1;
      },
      "decided at a moment outside of the call": (call) =>
        getDecisionTimes(call).some((moment) => isOutside(call, moment)),
      "decided after the end": facts.certainlyOver,
    },
    refusals: {
      score_not_found: ({ intent }) => intent.unknown,
      attempts_exhausted: mayExceed,
      tournament_ended: facts.maybePastEnd,
      tournament_not_published: facts.maybeOver,
    },
  },
  complete: {
    request: request("PATCH", "complete", ({ ranks }) => (ranks.length > 0 ? { ranks } : {})),
    identity: toStatus,
    wrong: {
      "ended what had ended": (call, history) =>
        facts
          .findEndings(history, call.intent.tournament)
          .some((other) => other !== call && before(other, call)),
    },
    refusals: {
      ...refusedFor(
        "gamer_not_found",
        "gamer_not_entered",
        "gamer_already_eliminated",
        "gamer_disqualified",
      ),
      tournament_not_published: facts.maybeOver,
    },
  },
  cancel: {
    request: request("PATCH", "cancel"),
    identity: toStatus,
    wrong: {
      "cancelled what ended otherwise": (call, history) =>
        facts.findEndings(history, call.intent.tournament).length > 1,
    },
    refusals: { tournament_not_cancellable: facts.maybeOver },
  },
  gamer: {
    request: ({ game, handle }, fixture) => ({
      headers: keyOfGame(fixture, game),
      method: "POST",
      path: "/gamer/create",
      body: { handle },
    }),
    identity: ({ gamer }) => gamer.id,
  },
  deposit: {
    request: walletRequest("deposit"),
    identity: ({ transaction: { id, amount } }) => [id, amount],
  },
  withdraw: {
    request: walletRequest("withdraw"),
    identity: ({ transaction: { id, amount } }) => [id, amount],
    wrong: {
      "paid out more than there was": (call, history) =>
        findHeld(call, history).most < call.intent.amountMinor,
    },
    refusals: {
      insufficient_funds: (call, history) =>
        findHeld(call, history).least < call.intent.amountMinor,
      gamer_not_found: (call, history) =>
        !facts.certainlyKnown(call.intent.handle, call.intent.game, call, history),
    },
  },
};

/** Returns how an intent is requested and checked. */
export const getOperation = (intent: Intent): OperationType<Intent> =>
  // TypeScript cannot relate the kind to its row.
  OPERATIONS[intent.kind] as OperationType<Intent>;
