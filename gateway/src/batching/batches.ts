import type { MessageInitShape } from "@bufbuild/protobuf";
import type { CallOptions } from "@connectrpc/connect";
import { createBatcher } from "@tms/kit/batching/batcher";
import { DomainError } from "@tms/kit/errors/domain-error";
import { isRpcUnknown } from "@tms/kit/errors/status";
import type { Batching } from "@tms/kit/process/config";
import { originMessage, type Origin } from "@tms/kit/rpc/origin";
import { resultOf } from "@tms/kit/rpc/outcomes";
import type {
  Entry,
  Score,
  ScoreRequestSchema,
  ReadLeaderboardResponse,
} from "@tms/proto/tms/entry/v1/entry";
import type { Tournament } from "@tms/proto/tms/tournament/v1/tournament";
import type { Clients } from "../clients.ts";

interface TimedCall {
  of: { gameId: string; tournamentId: string };
  /** The end of the wait, on the clock of performance.now(). */
  deadlineAt: number;
  /** The weight of the call in a batch. The default is 1. */
  weight?: number;
}

/** A function that sends calls as a batch. Yields results as they become known, by index of the call. */
type SendBatch<C, R> = (
  calls: readonly C[],
  options: CallOptions,
) => AsyncIterable<readonly { index: number; result: R | Error }[]>;

// The maximum weight of waiting calls. At a weight of 4,000 a second, a full queue takes two seconds.
const MAX_WAITING = 8_192;
// The minimum time before a call's deadline. A call with less time would probably fail, so it is not sent.
const LEAST_MS = 250;

/**
 * Creates a function that makes one call in a shared batch. If calls wait, games have equal shares of a
 * batch, and so have the tournaments of a game. Throws the error of a refused call, OVERLOADED if too many
 * calls wait, or DEADLINE_EXCEEDED at the caller's deadline.
 */
function createTimedBatches<C extends TimedCall, R>(
  sendBatch: SendBatch<C, R>,
  batching: Batching,
): (call: C) => Promise<R> {
  const run = async (calls: readonly C[], answer: (result: R | Error, index: number) => void) => {
    const now = performance.now();
    const live: number[] = [];
    calls.forEach((call, index) => {
      if (call.deadlineAt - now >= LEAST_MS) live.push(index);
      else answer(expired(), index);
    });
    if (live.length === 0) return;
    const picked = live.flatMap((index) => calls.slice(index, index + 1));
    // The batch has the latest deadline of its callers. `inTime` ends the wait of the others.
    const timeoutMs = Math.max(...picked.map((call) => call.deadlineAt)) - now;
    for await (const outcomes of sendBatch(picked, { timeoutMs }))
      for (const { index, result } of outcomes) answer(result, live[index] ?? -1);
  };
  const send = createBatcher<C, R | Error>(run, {
    ...batching,
    maxWaiting: MAX_WAITING,
    lanes: [({ of }) => of.gameId, ({ of }) => of.tournamentId],
    weightOf: ({ weight = 1 }) => weight,
  });
  return async (call) => {
    const result = await inTime(send(call), call.deadlineAt);
    if (result instanceof Error) throw result;
    return result;
  };
}

/** Returns the result of `answer`, or throws DEADLINE_EXCEEDED at the deadline. */
export async function inTime<T>(answer: Promise<T>, deadlineAt: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(expired()), deadlineAt - performance.now());
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}

export const toError = (error: unknown): Error =>
  error instanceof Error ? error : new Error("a call of a batch failed", { cause: error });

export const expired = () => new DomainError("DEADLINE_EXCEEDED", "The request waited too long.");

export interface PendingJoin extends TimedCall {
  of: TimedCall["of"] & {
    requestId: string;
    handle: string;
    /** The metadata of the entry as JSON. */
    metadata?: string;
  };
  origin: Origin;
}

/** Creates a function that joins one gamer to a tournament. Concurrent calls share batches. */
export const createJoiner = ({ entry }: Pick<Clients, "entry">, batching: Batching) =>
  createTimedBatches<PendingJoin, Entry>(async function* (calls, options) {
    const joins = calls.map(({ of, origin }) => ({ ...of, origin: originMessage(origin) }));
    for await (const { outcomes } of entry.batchJoin({ joins }, options))
      yield outcomes.map((outcome) => ({ index: outcome.index, result: resultOf(outcome) }));
  }, batching);

export type Joiner = ReturnType<typeof createJoiner>;

// A batch has room for the largest request, which has 1,000 scores.
const SCORES = { maxBatch: 1_000, inFlight: 2 };

interface PendingScores extends Pick<TimedCall, "of" | "deadlineAt"> {
  scores: readonly MessageInitShape<typeof ScoreRequestSchema>[];
}

export interface RecordedScore {
  score: Score;
  recordedBefore: boolean;
}

/** The results of a request's scores, in order. The result of a refused score is an Error. */
type ScoreResults = (RecordedScore | Error)[];

/**
 * Creates a function that records the scores of a request in one shared batch. Throws DEADLINE_EXCEEDED at
 * the deadline of the caller, even if the scores were sent and may be recorded.
 */
export function createScorer({ entry }: Pick<Clients, "entry">) {
  const send = createTimedBatches<PendingScores & { weight: number }, ScoreResults>(
    async function* (calls, options) {
      const places = calls.flatMap(({ scores }, call) =>
        scores.map((_, place) => ({ call, place })),
      );
      const results = calls.map(({ scores }) => ({
        known: [] as ScoreResults,
        left: scores.length,
      }));
      const scores = calls.flatMap((call) => call.scores);
      for await (const { outcomes } of entry.batchSubmitScore({ scores }, options)) {
        yield outcomes.flatMap((outcome) => {
          const { call, place } = places[outcome.index] ?? { call: -1, place: 0 };
          const result = results[call];
          if (result === undefined) throw new Error("an outcome has no matching score");
          const score = resultOf(outcome);
          const { recordedBefore } = outcome;
          result.known[place] = score instanceof Error ? score : { score, recordedBefore };
          return --result.left === 0 ? [{ index: call, result: result.known }] : [];
        });
      }
    },
    SCORES,
  );
  return (call: PendingScores): Promise<ScoreResults> =>
    send({ ...call, weight: call.scores.length });
}

// One call accepts at most 128 tournaments.
const TOURNAMENTS = { maxBatch: 128, inFlight: 2 };

/** Creates a function that reads a tournament with its prize pool and winners. Reads share RPCs. */
export function createTournamentReader({ tournament: tournaments }: Pick<Clients, "tournament">) {
  return createTimedBatches<TimedCall, Tournament>(async function* (calls, options) {
    const request = { tournaments: calls.map(({ of }) => of), withPrizePools: true };
    for await (const { outcomes } of tournaments.batchGetTournaments(request, options))
      yield outcomes.map((outcome) => ({ index: outcome.index, result: resultOf(outcome) }));
  }, TOURNAMENTS);
}

// A weight of 32 is 1,024 lines, or 256 with metadata. This response is far below the message limit.
const LEADERBOARDS = { maxBatch: 32, inFlight: 2 };
const LINES_PER_WEIGHT = 32;
const METADATA_FACTOR = 4;

interface LeaderboardRead extends Pick<TimedCall, "of" | "deadlineAt"> {
  read: {
    around?: string;
    pageSize?: number;
    pageToken?: string;
    handles?: string[];
    withMetadata: boolean;
  };
  /** The maximum number of lines of the response. */
  lines: number;
}

/** Creates a function that reads a part of a leaderboard. Reads share RPCs. */
export function createLeaderboardReader({ entry }: Pick<Clients, "entry">) {
  const sendBatch: SendBatch<LeaderboardRead & TimedCall, ReadLeaderboardResponse> =
    async function* (calls, options) {
      const reads = calls.map(({ of, read }) => ({ ...of, ...read }));
      try {
        const { outcomes } = await entry.batchReadLeaderboard({ reads }, options);
        yield outcomes.map((outcome, index) => ({ index, result: resultOf(outcome) }));
      } catch (error) {
        if (!isRpcUnknown(error)) throw error;
        // During an upgrade, the entry service may be of the previous release, which has no batches.
        const results = reads.map((read) => entry.readLeaderboard(read, options).catch(toError));
        yield (await Promise.all(results)).map((result, index) => ({ index, result }));
      }
    };
  const send = createTimedBatches(sendBatch, LEADERBOARDS);
  return (call: LeaderboardRead): Promise<ReadLeaderboardResponse> => {
    const factor = call.read.withMetadata ? METADATA_FACTOR : 1;
    return send({ ...call, weight: Math.ceil((call.lines * factor) / LINES_PER_WEIGHT) });
  };
}
