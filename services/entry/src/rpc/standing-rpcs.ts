import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { atOneMoment } from "@tms/kit/database/transaction";
import { DomainError } from "@tms/kit/errors/domain-error";
import { requireTimeLeft } from "@tms/kit/rpc/limits";
import type { Rpcs } from "../context.ts";
import { listDecisions } from "../db/decisions.ts";
import { findConfirmedEntries } from "../db/entries.ts";
import { getGamer } from "../db/gamers.ts";
import { readLeaderboardOf } from "../db/leaderboard.ts";
import type { RegistrationRow } from "../db/registrations.ts";
import { countByBucket, type BucketRow, type Buckets } from "../db/timeline.ts";
import { decisionMessage, entryMessage, lineStanding, listedMessage } from "../messages.ts";
import { withRank } from "../ranking/entry-rank.ts";
import { readFinalPage, readStandingsPage } from "../ranking/standings-page.ts";
import { findOwnRegistration, requireTournament } from "../registration.ts";
import { rankedSelection } from "../scoring/leaderboard.ts";

const DEFAULT_PAGE_SIZE = 50;
const DEFAULT_BUCKETS = 60;

export const standingRpcs = {
  async getEntry(context, request) {
    const { gameId, tournamentId, handle } = request;
    await requireTournament(context, request);
    return await atOneMoment(context.db, async (tx) => {
      const gamer = await getGamer(tx, { gameId, handle });
      const [entry] = await findConfirmedEntries(tx, tournamentId, [gamer.id]);
      if (entry === undefined) throw new DomainError("GAMER_NOT_ENTERED");
      const selection = entry.scored ? await readLeaderboardOf(tx, request, [handle]) : undefined;
      const [line] = selection ? rankedSelection(selection) : [];
      if (entry.scored && line === undefined)
        throw new Error("an entry of a tournament that takes scores has no standing");
      return {
        entry: entryMessage(await withRank(tx, entry)),
        ...(selection && line && { standing: lineStanding(line, selection.attemptsEach) }),
        decisions: (await listDecisions(tx, entry.id)).map(decisionMessage),
      };
    });
  },

  async listEntries(context, request, call) {
    const size = request.pageSize || DEFAULT_PAGE_SIZE;
    const page = await readStandingsPage(context.db, request, size, (...final) =>
      context.limitFinalPages(async () => {
        requireTimeLeft(call);
        return await readFinalPage(...final);
      }, request.gameId),
    );
    if (page === undefined) {
      await requireTournament(context, request);
      return {};
    }
    const { items, nextPageToken, feeMinor: feeMinorUnits } = page;
    const provisional = page.provisional ?? false;
    return { entries: items.map(listedMessage), nextPageToken, feeMinorUnits, provisional };
  },

  async getTimeline(context, request) {
    const { gameId, tournamentId } = request;
    const registration = await findOwnRegistration(context.db, request);
    if (registration === undefined) {
      await requireTournament(context, request);
      return {};
    }
    const max = request.buckets || DEFAULT_BUCKETS;
    const read = async () => {
      const buckets = toBuckets(registration, max);
      if (buckets === undefined) return [];
      const rows = await countByBucket(context.db, tournamentId, buckets);
      return toPoints(buckets, rows, registration.feeMinor);
    };
    const points = await context.shareTimeline(`${tournamentId}/${max}`, () =>
      context.limitTimelines(read, gameId),
    );
    return { points };
  },
} satisfies Rpcs;

/** Divides the time since a registration was created, until its end or now, into at most `max` buckets. */
function toBuckets(registration: RegistrationRow, max: number): Buckets | undefined {
  const { createdAt: from, endsAt, closedAt, readAt } = registration;
  const until = Math.min(Number(readAt), Number(endsAt), Number(closedAt ?? endsAt));
  const lengthMs = until - Number(from);
  if (lengthMs <= 0) return undefined;
  const widthMs = Math.ceil(lengthMs / max);
  return { from, until: new Date(until), widthMs, buckets: Math.ceil(lengthMs / widthMs) };
}

function toPoints(
  { from, until, widthMs, buckets }: Buckets,
  rows: readonly BucketRow[],
  feeMinor: bigint,
) {
  const byBucket = new Map(rows.map((row) => [row.bucket, row]));
  let [entries, eliminated, disqualified] = [0, 0, 0];
  return Array.from({ length: buckets }, (_, index) => {
    const row = byBucket.get(index + 1);
    entries += row?.joined ?? 0;
    eliminated += row?.eliminated ?? 0;
    disqualified += row?.disqualified ?? 0;
    const at = new Date(Math.min(Number(from) + (index + 1) * widthMs, Number(until)));
    const prizePoolMinorUnits = feeMinor * BigInt(entries);
    return { time: timestampFromDate(at), entries, eliminated, disqualified, prizePoolMinorUnits };
  });
}
