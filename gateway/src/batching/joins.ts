import type { Batching } from "@tms/kit/process/config";
import { originMessage, type Origin } from "@tms/kit/rpc/origin";
import { resultOf } from "@tms/kit/rpc/outcomes";
import type { Entry } from "@tms/proto/tms/entry/v1/entry";
import type { Clients } from "../clients.ts";
import { createTimedBatches, type TimedCall } from "./timed-batches.ts";

export interface PendingJoin extends TimedCall {
  of: TimedCall["of"] & {
    requestId: string;
    handle: string;
    /** The metadata of the entry as JSON. */
    metadata?: string;
  };
  origin: Origin;
}

/** Creates a function that lets one gamer join a tournament. Concurrent calls share batches. */
export const createJoiner = ({ entry }: Pick<Clients, "entry">, batching: Batching) =>
  createTimedBatches<PendingJoin, Entry>(async function* (calls, options) {
    const joins = calls.map(({ of, origin }) => ({ ...of, origin: originMessage(origin) }));
    for await (const { outcomes } of entry.batchJoin({ joins }, options))
      yield outcomes.map((outcome) => ({ index: outcome.index, result: resultOf(outcome) }));
  }, batching);

export type Joiner = ReturnType<typeof createJoiner>;
