import { isRpcUnknown } from "@tms/kit/errors/status";
import { resultOf } from "@tms/kit/rpc/outcomes";
import type { ReadLeaderboardResponse } from "@tms/proto/tms/entry/v1/entry";
import type { Tournament } from "@tms/proto/tms/tournament/v1/tournament";
import type { Clients } from "../clients.ts";
import { createTimedBatches, toError, type SendBatch, type TimedCall } from "./timed-batches.ts";

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

// A weight of 32 is 1,024 lines, or 256 with metadata. Such a response stays far below the message limit.
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
