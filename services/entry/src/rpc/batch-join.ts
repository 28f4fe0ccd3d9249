import { toRefusal } from "@tms/kit/errors/refusal";
import { asDomainError } from "@tms/kit/rpc/interceptors";
import { receive } from "@tms/kit/rpc/canonical-request";
import { settledInGroups } from "@tms/kit/rpc/streams";
import { JoinRequestSchema, type JoinRequest } from "@tms/proto/tms/entry/v1/entry";
import type { Context, Rpcs } from "../context.ts";
import type { JoinOutcome } from "../joining/charge.ts";
import { entryMessage } from "../messages.ts";

/** Joins many gamers, each with an outcome of its own, sent as soon as it is known. */
export const batchJoin = (context: Context): Rpcs["batchJoin"] =>
  async function* ({ joins }) {
    const outcomes = joins.map(async (request, index) =>
      outcomeMessage(index, await joinOne(context, request)),
    );
    for await (const known of settledInGroups(outcomes)) yield { outcomes: known };
  };

async function joinOne({ join, log }: Context, request: JoinRequest): Promise<JoinOutcome> {
  // Checked here, because one invalid join must not refuse the others.
  const fault = receive(JoinRequestSchema, request);
  if (fault) return fault;
  try {
    return await join(request);
  } catch (error) {
    // Nor must one that fails.
    const told = asDomainError(error);
    if (told.reason === "INTERNAL") log.error({ err: error }, "a join failed");
    return told;
  }
}

const outcomeMessage = (index: number, outcome: JoinOutcome) => ({
  index,
  outcome:
    outcome instanceof Error
      ? ({ case: "refused", value: toRefusal(outcome) } as const)
      : ({ case: "entry", value: entryMessage(outcome) } as const),
});
