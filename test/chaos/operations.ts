import type { Body } from "../harness/bodies.ts";
import { isHeld, STATE_AFTER } from "../model/scoring.ts";
import * as facts from "./facts.ts";
import type { EntryDecision, RecordedAttempt, TournamentCall } from "./facts.ts";
import type { Fixture } from "./fixture.ts";
import { before, maybeBefore, toMajor, type Call, type History } from "./history.ts";
import type { ApiRequest, OperationType, Predicate } from "./operation-type.ts";
import { PEOPLE_OPERATIONS } from "./people.ts";
import { at, type GivenScore, type Intent, type IntentOf } from "./plan.ts";

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

/** When the tournament may be the reason of a refusal. */
const TOURNAMENT_REFUSALS: Readonly<
  Record<string, (call: TournamentCall, history: History) => boolean>
> = {
  // A tournament whose end has passed cannot be created.
  invalid_argument: facts.maybePastEnd,
  scores_not_enabled: (call, history) => facts.getPlan(history, call).scoring === null,
  tournament_ended: facts.maybePastEnd,
  tournament_not_cancellable: facts.maybeOver,
  tournament_not_pending: facts.maybeOver,
  tournament_not_published: facts.maybeOver,
};

/** A gamer of an operation, and the score if there is one. */
interface Subject {
  handle: string;
  given?: GivenScore | undefined;
}

/** When a gamer may be the reason of a refusal. */
const GAMER_REFUSALS: Readonly<
  Record<string, (subject: Subject, call: TournamentCall, history: History) => boolean>
> = {
  gamer_not_found: ({ handle }, call, history) =>
    !facts.certainlyKnown(handle, facts.getPlan(history, call).game, call, history),
  gamer_not_entered: ({ handle }, ...of) => !facts.certainlyIn(handle, ...of),
  gamer_already_eliminated: ({ handle }, ...of) =>
    facts.findMaybeOuts("eliminate", handle, ...of).length > 0,
  gamer_disqualified: ({ handle }, ...of) =>
    facts.findMaybeOuts("disqualify", handle, ...of).length > 0,
  gamer_not_disqualified: ({ handle }, { intent, startedAt, endedAt }, history) =>
    !facts.certainlyOut(handle, [startedAt, endedAt], intent.tournament, history),
  elimination_not_latest: ({ handle }, ...of) => facts.maybeNotLatest(handle, ...of),
  gamer_already_joined: ({ handle }, call, history) =>
    facts
      .findJoined(history, call.intent.tournament)
      .some(
        (other) => other.call !== call && other.handle === handle && maybeBefore(other.call, call),
      ),
  tournament_full: ({ handle }, call, history) =>
    countSeats(handle, call, history) >= (facts.getPlan(history, call).seats ?? Infinity),
  insufficient_funds: ({ handle }, ...of) => !canPay("least", handle, ...of),
  attempts_exhausted: ({ handle }, call, history) => {
    const attempts = facts.findAttempts(history, call.intent.tournament);
    const own = attempts.filter((attempt) => attempt.handle === handle);
    return own.length >= (facts.getPlan(history, call).scoring?.attempts ?? 0);
  },
  attempt_reused: ({ given }, call, history) =>
    given !== undefined &&
    facts
      .findReports(history, call.intent.tournament)
      .some(
        (other) =>
          isSameAttempt(other.given, given) &&
          maybeBefore(other.call, call) &&
          other.results.some(({ score }) => score && !isAsGiven(facts.toAttempt(score), given)),
      ),
};

const mayRefuse = (code: string, subject: Subject, call: TournamentCall, history: History) =>
  TOURNAMENT_REFUSALS[code]?.(call, history) ??
  GAMER_REFUSALS[code]?.(subject, call, history) ??
  false;

/** The possible refusals of an operation. Any of its gamers may be the reason. */
const refusedFor = <I extends TournamentCall["intent"]>(
  ...codes: string[]
): Record<string, Predicate<I>> =>
  Object.fromEntries(
    codes.map((code) => [
      code,
      (call, history) =>
        TOURNAMENT_REFUSALS[code]?.(call, history) ??
        toSubjects(call.intent).some((subject) => mayRefuse(code, subject, call, history)),
    ]),
  );

function toSubjects(intent: TournamentCall["intent"]): readonly Subject[] {
  if ("handles" in intent) return intent.handles.map((handle) => ({ handle }));
  if ("ranks" in intent) return intent.ranks.map(({ gamer }) => ({ handle: gamer }));
  if ("given" in intent)
    return [intent.given].flat().map((given) => ({ handle: given.gamer, given }));
  return "handle" in intent ? [{ handle: intent.handle }] : [];
}

/** Returns a sentence for each refusal of one of many that cannot be. */
const findRefusals = (
  item: facts.Item,
  codes: readonly string[],
  call: TournamentCall,
  history: History,
): string[] =>
  item.results.flatMap(({ problem }) => {
    if (problem === undefined) return [];
    const may = codes.includes(problem.code) && mayRefuse(problem.code, item, call, history);
    return may ? [] : [`${item.handle} was refused as ${problem.code}, which cannot be`];
  });

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

const OVER = ["tournament_ended", "tournament_not_published"];
const JOIN_CODES = [...OVER, "gamer_already_joined", "tournament_full", "insufficient_funds"];

function checkJoins(call: Call<IntentOf<"join" | "joins">>, history: History): string[] {
  const { tournament } = call.intent;
  const seats = facts.getPlan(history, call).seats ?? Infinity;
  const joined = facts.findJoined(history, tournament);
  return facts.toItems(call).flatMap((item) => {
    const { handle } = item;
    const isTwice = joined.some((other) => other.call !== call && other.handle === handle);
    const wrong: Record<string, boolean> = {
      "admitted a gamer twice": isTwice,
      [`admitted ${joined.length} to ${seats} seats`]: joined.length > seats,
      "admitted a gamer after the end": facts.certainlyOver(call, history),
      "admitted a gamer whose payer had too little": !canPay("most", handle, call, history),
    };
    return [
      ...findRefusals(item, JOIN_CODES, call, history),
      ...Object.keys(wrong).filter((how) => wrong[how] && facts.isIn(item)),
    ];
  });
}

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
    [`${done} at another moment than that of the call`]: (call) =>
      !isDuring(call, facts.getMoments(call)),
  },
  refusals: refusedFor("gamer_not_found", "gamer_not_entered", ...OVER, ...codes),
});

/** Whether there is one moment, and it is within a call. */
const isDuring = ({ startedAt, endedAt }: Call, [moment = NaN, ...others]: readonly number[]) =>
  others.length === 0 &&
  moment >= startedAt - facts.CLOCK_SLACK_MS &&
  moment <= endedAt + facts.CLOCK_SLACK_MS;

const SCORE_CODES = `scores_not_enabled gamer_not_found gamer_not_entered gamer_already_eliminated
  gamer_disqualified tournament_ended tournament_not_published attempts_exhausted
  attempt_reused`.split(/\s+/);

const checkScores = (call: Call<IntentOf<"score" | "scores">>, history: History): string[] =>
  facts.toItems(call).flatMap((item) => {
    const { given, results } = item;
    if (given === undefined) return [];
    const recorded = results.flatMap(({ score }) => (score ? facts.toAttempt(score) : []));
    return [
      ...findRefusals(item, SCORE_CODES, call, history),
      ...recorded.flatMap((attempt) => checkRecorded(call, given, attempt, history)),
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
  const moment = [attempt.at, attempt.at] as const;
  const wrong: Record<string, boolean> = {
    "as something else": !isAsGiven(attempt, given),
    "of a gamer who was not in": !facts.maybeIn(given.gamer, call, history),
    "of a gamer who was out": facts.certainlyOut(given.gamer, moment, tournament, history),
    "after the end": attempt.at >= endsAt,
    "after it was ended":
      !facts.isLeftOpen(history, tournament) &&
      endings.some((ending) => attempt.at > ending.endedAt + facts.CLOCK_SLACK_MS),
    "as held": attempt.state === "held" && !mayHold && !isDecided,
    "as counted": attempt.state === "counted" && holdsItself && !isDecided,
    "as void": attempt.state === "void" && !isDecided,
  };
  return Object.keys(wrong)
    .filter((how) => wrong[how])
    .map((how) => `the score of ${given.gamer} was recorded ${how}: ${JSON.stringify(attempt)}`);
}

const isAsGiven = ({ handle, name, numbers }: RecordedAttempt, given: GivenScore): boolean =>
  handle === given.gamer &&
  name === (given.attempt ?? null) &&
  String(numbers) === String([given.score, ...given.tieBreaks]);

/** Whether two reports may name one attempt. Without a name each is an attempt of its own. */
const isSameAttempt = (one: GivenScore | undefined, other: GivenScore): boolean =>
  one === other ||
  (one?.gamer === other.gamer && one.attempt !== undefined && one.attempt === other.attempt);

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
  const max = facts.getPlan(history, call).scoring?.attempts ?? 0;
  const attempts = facts.findAttempts(history, tournament);
  return getPicked(call, history).some((id) => {
    const handle = attempts.find((attempt) => attempt.id === id)?.handle;
    const isVoided = facts
      .findReviews(history, tournament, id)
      .some(({ intent }) => intent.decision === "void");
    const own = attempts.filter((attempt) => attempt.handle === handle);
    return decision !== "void" && isVoided && own.length > max;
  });
}

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
    refusals: refusedFor("invalid_argument"),
  },
  publish: {
    request: request("PATCH", "publish"),
    learn: ({ tournament }, { tournaments }, answers) =>
      at(tournaments, tournament).published.resolve(answers.length > 0),
    identity: toStatus,
    refusals: refusedFor("tournament_ended", "tournament_not_pending"),
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
    refusals: refusedFor(...SCORE_CODES),
  },
  scores: {
    request: request("POST", "scores", ({ given }) => ({ scores: given })),
    learn: learnAttempts(({ results }) => results.flatMap(({ score }) => score?.id ?? [])),
    // A repeat may record a score that was refused, if the gateway forgot the first answer.
    identity: ({ results }) => results.flatMap(({ score }) => score?.id ?? []),
    check: checkScores,
    refusals: refusedFor("scores_not_enabled"),
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
      "decided at another moment than that of the call": (call) => {
        const decisions = facts.getReviewed(call).flatMap((one) => one.decisions);
        const moments = decisions.map(({ decidedAt }) => Date.parse(decidedAt));
        return !isDuring(call, [...new Set(moments)]);
      },
      "decided after the end": facts.certainlyOver,
    },
    refusals: {
      ...refusedFor(...OVER),
      score_not_found: ({ intent }) => intent.unknown,
      attempts_exhausted: mayExceed,
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
    refusals: refusedFor(
      "gamer_not_found",
      "gamer_not_entered",
      "gamer_already_eliminated",
      "gamer_disqualified",
      "tournament_not_published",
    ),
  },
  cancel: {
    request: request("PATCH", "cancel"),
    identity: toStatus,
    wrong: {
      "cancelled what ended otherwise": (call, history) =>
        facts.findEndings(history, call.intent.tournament).length > 1,
    },
    refusals: refusedFor("tournament_not_cancellable"),
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
