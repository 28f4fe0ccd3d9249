import type { MessageInitShape } from "@bufbuild/protobuf";
import { coalesce } from "@tms/kit/coalesce";
import { DomainError, fromRefusal } from "@tms/kit/errors";
import type { Entry, JoinOutcome, JoinRequestSchema } from "@tms/proto/tms/entry/v1/entry";
import type { Clients } from "./clients.ts";

/** One gamer's join, and how long its caller waits. */
export interface PendingJoin {
  join: MessageInitShape<typeof JoinRequestSchema>;
  /** On the clock of performance.now(). */
  deadlineAt: number;
}

// Two batches under way keep the entry service busy while an answer travels.
const LIMITS = { maxBatch: 256, inFlight: 2, maxWaiting: 8_192 };
// A join with less time left than this would only waste a seat in the batch.
const LEAST_MS = 250;

/** Joins one gamer; calls made at the same time travel together. Throws the refusal. */
export function createJoiner({ entry }: Pick<Clients, "entry">) {
  const send = coalesce((calls: readonly PendingJoin[]) => joinBatch(entry, calls), LIMITS);
  return async (call: PendingJoin): Promise<Entry> => {
    const result = await send(call);
    if (result instanceof Error) throw result;
    return result;
  };
}

/** What {@link createJoiner} returns. */
export type Joiner = ReturnType<typeof createJoiner>;

async function joinBatch(
  entry: Clients["entry"],
  calls: readonly PendingJoin[],
): Promise<(Entry | Error)[]> {
  const now = performance.now();
  const live = calls.filter((call) => call.deadlineAt - now >= LEAST_MS);
  const timeoutMs = Math.floor(Math.min(...live.map((call) => call.deadlineAt)) - now);
  const outcomes =
    live.length === 0
      ? []
      : (await entry.batchJoin({ joins: live.map((call) => call.join) }, { timeoutMs })).outcomes;
  let next = 0;
  return calls.map((call) => (live[next] === call ? resultOf(outcomes[next++]) : expired()));
}

function resultOf(outcome: JoinOutcome | undefined): Entry | Error {
  switch (outcome?.outcome.case) {
    case "entry":
      return outcome.outcome.value;
    case "refused":
      return fromRefusal(outcome.outcome.value);
    default:
      return new Error("the entry service left a join without an outcome");
  }
}

const expired = () => new DomainError("DEADLINE_EXCEEDED", "The join waited too long.");
