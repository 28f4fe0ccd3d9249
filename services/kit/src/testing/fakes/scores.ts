import { create } from "@bufbuild/protobuf";
import { timestampNow } from "@bufbuild/protobuf/wkt";
import { RefusalSchema } from "@tms/proto/tms/error/v1/reason";
import {
  ScoreOutcomeSchema,
  ScoreRequestSchema,
  ScoreDecisionSchema,
  ScoreSchema,
  ScoreState,
  ScoreVerdict,
  StandingSchema,
  type ListScoresRequest,
  type ReviewScoresRequest,
  type Score,
  type ScoreRequest,
} from "@tms/proto/tms/entry/v1/entry";
import { DomainError } from "../../errors/domain-error.ts";
import { toRefusal } from "../../errors/refusal.ts";
import { receive } from "../../rpc/canonical-request.ts";
import { newId } from "../../values/ids.ts";
import { stateOf } from "./entry-messages.ts";
import type { FakeRegistration } from "./registration.ts";

const STATE_AFTER: Readonly<Record<ScoreVerdict, ScoreState>> = {
  [ScoreVerdict.UNSPECIFIED]: ScoreState.UNSPECIFIED,
  [ScoreVerdict.ACCEPT]: ScoreState.COUNTED,
  [ScoreVerdict.VOID]: ScoreState.VOID,
  [ScoreVerdict.HOLD]: ScoreState.HELD,
};

// As many as a game gets that does not say otherwise.
const ATTEMPTS = 10_000;

/** Scores in memory, under terms that are all as by default: the best attempt counts. */
export class FakeScores {
  readonly #attempts = new Map<string, Score>();

  /** Answers each of many scores; `open` finds the registration of its tournament. */
  async *answer(requests: readonly ScoreRequest[], open: (key: ScoreRequest) => FakeRegistration) {
    const outcomes = requests.map((request, index) => {
      const outcome = create(ScoreOutcomeSchema, { index });
      try {
        const fault = receive(ScoreRequestSchema, request);
        if (fault) throw fault;
        const { score, recordedBefore } = this.submit(open(request), request);
        outcome.outcome = { case: "score", value: score };
        outcome.recordedBefore = recordedBefore;
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        outcome.outcome = { case: "refused", value: create(RefusalSchema, toRefusal(error)) };
      }
      return outcome;
    });
    yield { outcomes };
  }

  /** Records an attempt, or finds the one of that name; ranks are by the best attempts of all. */
  submit(registration: FakeRegistration, request: ScoreRequest) {
    const { tournamentId, handle, score, tieBreaks, metadata, requestId } = request;
    const entry = registration.find(handle);
    if (!entry) throw new DomainError("GAMER_NOT_ENTERED", "The gamer is not in this tournament.");
    const name = `${tournamentId}/${handle}/${request.attempt ?? ` ${requestId}`}`;
    const known = this.#attempts.get(name);
    if (known && known.score !== score)
      throw new DomainError("ATTEMPT_REUSED", "The gamer has an attempt of that name.");
    const attempt =
      known ??
      create(ScoreSchema, {
        id: newId(),
        tournamentId,
        gamerId: entry.gamerId,
        entryId: entry.id,
        handle,
        score,
        tieBreaks,
        metadata,
        ...(request.attempt !== undefined && { attempt: request.attempt }),
        state: request.hold ? ScoreState.HELD : ScoreState.COUNTED,
        sequence: BigInt(this.#attempts.size + 1),
        createTime: timestampNow(),
      });
    this.#attempts.set(name, attempt);
    return {
      score: { ...attempt, standing: this.standing(attempt, request.withRank) },
      recordedBefore: known !== undefined,
    };
  }

  /** Decides on attempts, and forgets what was decided before. */
  review({ scoreIds, verdict, reason }: ReviewScoresRequest) {
    const scores = scoreIds.map((id, index) => {
      const score = [...this.#attempts.values()].find((each) => each.id === id);
      if (!score)
        throw new DomainError("SCORE_NOT_FOUND", "There is no score of that id.", {
          fields: [{ field: `score_ids[${index}]`, description: "is not known" }],
        });
      return score;
    });
    for (const score of scores) {
      score.state = STATE_AFTER[verdict] ?? ScoreState.UNSPECIFIED;
      score.decisions = [
        create(ScoreDecisionSchema, { verdict, reason, actor: "", time: timestampNow() }),
      ];
    }
    return { scores };
  }

  /** A tournament's attempts, the newest first, all on one page. */
  list({ tournamentId, handle, state }: ListScoresRequest) {
    const scores = [...this.#attempts.values()].filter(
      (each) =>
        each.tournamentId === tournamentId &&
        (handle === undefined || each.handle === handle) &&
        (state === ScoreState.UNSPECIFIED || each.state === state),
    );
    return { scores: scores.toReversed() };
  }

  /** Everybody with a score, the best first; or these gamers, those without a score last. */
  leaderboard({ tournamentId, entries }: FakeRegistration, handles: readonly string[] = []) {
    const lines = entries.map((entry) => {
      const { id: entryId, gamerId, handle } = entry;
      const isRanked = entry.disqualified !== true;
      const standing = this.standing({ tournamentId, handle }, isRanked);
      const { rank, score, attempts, reachTime } = standing;
      const { metadata = "" } = this.#attemptOf({ tournamentId, handle }) ?? {};
      const state = stateOf(entry);
      return { entryId, gamerId, handle, rank, score, attempts, reachTime, metadata, state };
    });
    const listed = lines.filter(({ rank }) => rank !== undefined);
    const asked = lines.filter(({ handle }) => handles.includes(handle));
    return {
      standings: (handles.length > 0 ? asked : listed).toSorted(
        (a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity),
      ),
      missing: handles.filter((handle) => !asked.some((line) => line.handle === handle)),
      entries: entries.length,
      listed: listed.length,
      asOfSequence: BigInt(this.#attempts.size),
      asOf: timestampNow(),
    };
  }

  #attemptOf({ tournamentId, handle }: Pick<Score, "tournamentId" | "handle">) {
    return [...this.#attempts.values()].find(
      (each) => each.tournamentId === tournamentId && each.handle === handle,
    );
  }

  /** What a gamer's attempts come to. */
  standing({ tournamentId, handle }: Pick<Score, "tournamentId" | "handle">, withRank: boolean) {
    const all = [...this.#attempts.values()].filter((each) => each.tournamentId === tournamentId);
    const best = new Map<string, bigint>();
    for (const each of all.filter(({ state }) => state === ScoreState.COUNTED))
      best.set(each.handle, max(each.score, best.get(each.handle) ?? each.score));
    const score = best.get(handle);
    const attempts = all.filter((each) => each.handle === handle).length;
    const better = [...best.values()].filter((other) => score !== undefined && other > score);
    return create(StandingSchema, {
      attempts,
      attemptsLeft: ATTEMPTS - attempts,
      ...(score !== undefined && { score, reachTime: timestampNow() }),
      ...(withRank && score !== undefined && { rank: 1 + better.length }),
    });
  }
}

const max = (one: bigint, other: bigint): bigint => (one > other ? one : other);
