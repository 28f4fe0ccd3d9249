import type { Batching } from "@tms/kit/process/config";
import { originMessage, type Origin } from "@tms/kit/rpc/origin";
import { resultOf } from "@tms/kit/rpc/outcomes";
import type { Entry } from "@tms/proto/tms/entry/v1/entry";
import type { Clients } from "../clients.ts";
import { createTimedBatches } from "./timed-batches.ts";

export interface PendingJoin {
  join: {
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
export function createJoiner({ entry }: Pick<Clients, "entry">, batching: Batching) {
  const send = createTimedBatches<PendingJoin & { of: PendingJoin["join"] }, Entry>(
    async function* (calls, options) {
      const joins = calls.map(({ join, origin }) => ({ ...join, origin: originMessage(origin) }));
      for await (const { outcomes } of entry.batchJoin({ joins }, options))
        yield outcomes.map((outcome) => ({ index: outcome.index, result: resultOf(outcome) }));
    },
    batching,
  );
  return async (call: PendingJoin): Promise<Entry> => await send({ ...call, of: call.join });
}

export type Joiner = ReturnType<typeof createJoiner>;
