import { receive } from "@tms/kit/rpc/canonical-request";
import { toRefusal } from "@tms/kit/errors/refusal";
import { originForLog, originOf, originOfItem, type Origin } from "@tms/kit/rpc/origin";
import { refusedAlone } from "@tms/kit/rpc/outcomes";
import { settledInGroups } from "@tms/kit/rpc/streams";
import { metadataOf } from "@tms/kit/values/input";
import { JoinRequestSchema, type JoinRequest } from "@tms/proto/tms/entry/v1/entry";
import type { Context, Rpcs } from "../context.ts";
import type { JoinOutcome } from "../joining/join.ts";
import { entryMessage } from "../messages.ts";

/** Joins gamers, each with an outcome of its own, sent as soon as it is known. */
export const batchJoin = (context: Context): Rpcs["batchJoin"] =>
  async function* ({ joins }, call) {
    const origin = originOf(call);
    const outcomes = joins.map(async (request, index) => {
      const about = () => originForLog(originOfItem(request.origin, origin));
      const outcome = await refusedAlone(
        context.log,
        () => joinOne(context, request, origin),
        about,
      );
      return outcomeMessage(index, outcome);
    });
    for await (const known of settledInGroups(outcomes)) yield { outcomes: known };
  };

/** Joins one gamer. Checked here, because one invalid join must not refuse the others. */
async function joinOne(
  { join }: Context,
  request: JoinRequest,
  call: Origin,
): Promise<JoinOutcome> {
  const fault = receive(JoinRequestSchema, request);
  if (fault) return fault;
  const { requestId, gameId, tournamentId, handle } = request;
  const metadata = metadataOf("metadata", request.metadata);
  const origin = originOfItem(request.origin, call);
  return await join({ requestId, gameId, tournamentId, handle, metadata, origin });
}

const outcomeMessage = (index: number, outcome: JoinOutcome) => ({
  index,
  outcome:
    outcome instanceof Error
      ? ({ case: "refused", value: toRefusal(outcome) } as const)
      : ({ case: "entry", value: entryMessage(outcome) } as const),
});
