import { receive } from "@tms/kit/rpc/canonical-request";
import { toRefusal } from "@tms/kit/errors/refusal";
import { refusedAlone } from "@tms/kit/rpc/outcomes";
import { settledInGroups } from "@tms/kit/rpc/streams";
import { JoinRequestSchema, type JoinRequest } from "@tms/proto/tms/entry/v1/entry";
import type { Context, Rpcs } from "../context.ts";
import type { JoinOutcome } from "../joining/charge.ts";
import { entryMessage } from "../messages.ts";

/** Joins gamers, each with an outcome of its own, sent as soon as it is known. */
export const batchJoin = (context: Context): Rpcs["batchJoin"] =>
  async function* ({ joins }) {
    const outcomes = joins.map(async (request, index) =>
      outcomeMessage(index, await refusedAlone(context.log, () => joinOne(context, request))),
    );
    for await (const known of settledInGroups(outcomes)) yield { outcomes: known };
  };

// Checked here, because one invalid join must not refuse the others.
const joinOne = async ({ join }: Context, request: JoinRequest): Promise<JoinOutcome> =>
  receive(JoinRequestSchema, request) ?? (await join(request));

const outcomeMessage = (index: number, outcome: JoinOutcome) => ({
  index,
  outcome:
    outcome instanceof Error
      ? ({ case: "refused", value: toRefusal(outcome) } as const)
      : ({ case: "entry", value: entryMessage(outcome) } as const),
});
