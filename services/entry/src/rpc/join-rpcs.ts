import { isAheadBy, raiseAhead } from "@tms/kit/database/game-time";
import { toOutcome } from "@tms/kit/errors/status";
import { traced } from "@tms/kit/process/fault-points";
import { receive } from "@tms/kit/rpc/rpcs";
import { originForLog, originOf, originOfItem, type Origin } from "@tms/kit/rpc/origin";
import { refusedAlone } from "@tms/kit/rpc/outcomes";
import { settledInGroups } from "@tms/kit/rpc/streams";
import { inTraceOf } from "@tms/kit/tracing/spans";
import { metadataOf } from "@tms/kit/values/input";
import { JoinRequestSchema, type JoinRequest } from "@tms/proto/tms/entry/v1/entry";
import type { Context, Rpcs } from "../context.ts";
import { countEntries } from "../db/registrations.ts";
import { entryMessage } from "../messages.ts";
import { withRank } from "../ranking/entry-rank.ts";

export const joinRpcs = {
  async *batchJoin(context, { joins }, call) {
    const origin = originOf(call);
    const outcomes = joins.map(async (request, index) => {
      const entry = await refusedAlone(
        context.log,
        () => joinOne(context, request, origin),
        () => originForLog(originOfItem(request.origin, origin)),
      );
      return { index, outcome: toOutcome("entry", entry) };
    });
    for await (const known of settledInGroups(outcomes)) yield { outcomes: known };
  },

  async batchCountEntries({ db }, { gameId, tournamentIds }) {
    const counts = await countEntries(db, gameId, tournamentIds);
    return { entries: tournamentIds.map((id) => counts.get(id) ?? 0) };
  },

  async advanceEntryClock({ db }, { gameId, aheadMs }) {
    if (!(await isAheadBy(db, gameId, aheadMs)))
      await traced("entry.advance-clock", () => raiseAhead(db, gameId, aheadMs));
    return {};
  },
} satisfies Rpcs;

/** Joins one gamer. Validates the join separately, so that an invalid join does not fail other joins. */
async function joinOne({ db, join }: Context, request: JoinRequest, call: Origin) {
  const fault = receive(JoinRequestSchema, request);
  if (fault) return fault;
  const { requestId, gameId, tournamentId, handle } = request;
  const metadata = metadataOf("metadata", request.metadata);
  const origin = originOfItem(request.origin, call);
  const entry = await inTraceOf(origin.trace, () =>
    join({ requestId, gameId, tournamentId, handle, metadata, origin }),
  );
  if (entry instanceof Error) return entry;
  // A new entry has no rank yet. A repeat may arrive after the ranking became final.
  const isNew = entry.closedAt === undefined;
  return entryMessage(isNew ? { ...entry, rank: null } : await withRank(db, entry));
}
