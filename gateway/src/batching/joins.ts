import type { Batching } from "@tms/kit/process/config";
import { originMessage, type Origin } from "@tms/kit/rpc/origin";
import { resultOf } from "@tms/kit/rpc/outcomes";
import type { Entry } from "@tms/proto/tms/entry/v1/entry";
import type { Clients } from "../clients.ts";
import { createTimedBatches } from "./timed-batches.ts";

export interface PendingJoin {
  /** The fields of the join, including its tournament. */
  of: {
    requestId: string;
    gameId: string;
    tournamentId: string;
    handle: string;
    /** The metadata of the entry as JSON. */
    metadata?: string;
  };
  origin: Origin;
  /** The end of the wait, on the clock of performance.now(). */
  deadlineAt: number;
}

/** Creates a function that lets one gamer join a tournament. Concurrent calls share batches. */
export const createJoiner = ({ entry }: Pick<Clients, "entry">, batching: Batching) =>
  createTimedBatches<PendingJoin, Entry>(async function* (calls, options) {
    const joins = calls.map(({ of, origin }) => ({ ...of, origin: originMessage(origin) }));
    for await (const { outcomes } of entry.batchJoin({ joins }, options))
      yield outcomes.map((outcome) => ({ index: outcome.index, result: resultOf(outcome) }));
  }, batching);

export type Joiner = ReturnType<typeof createJoiner>;
