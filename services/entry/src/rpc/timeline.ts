import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { createLimiter } from "@tms/kit/batching/limiter";
import { singleFlight } from "@tms/kit/batching/single-flight";
import type { Context, Rpcs } from "../context.ts";
import type { RegistrationRow } from "../db/registrations.ts";
import { countByBucket, type BucketRow, type Buckets } from "../db/timeline.ts";
import { tooManyReads } from "../errors.ts";
import { findOwnRegistration, requireTournament } from "../registration.ts";

const DEFAULT_BUCKETS = 60;
// Each read scans all entries of a tournament. The limit leaves connections for joins.
const READS = { atOnce: 2, mostWaiting: 64 };

/** Returns the growth of entries and prize pool over time. Concurrent calls for one timeline share a read. */
export function getTimeline(context: Context): Rpcs["getTimeline"] {
  const limited = createLimiter(READS, tooManyReads);
  const reading = singleFlight<ReturnType<typeof toPoints>>();

  async function read(row: RegistrationRow, tournamentId: string, max: number) {
    const buckets = toBuckets(row, max);
    if (buckets === undefined) return [];
    const rows = await countByBucket(context.db, tournamentId, buckets);
    return toPoints(buckets, rows, row.feeMinor);
  }

  return async (request) => {
    const { gameId, tournamentId } = request;
    const row = await findOwnRegistration(context.db, request);
    if (row === undefined) {
      await requireTournament(context, request);
      return {};
    }
    const max = request.buckets || DEFAULT_BUCKETS;
    const points = await reading(`${tournamentId}/${max}`, () =>
      limited(() => read(row, tournamentId, max), gameId),
    );
    return { points };
  };
}

/**
 * Divides the time from the first join until the end, or until now, into at most `max` equal buckets of
 * whole milliseconds. Returns undefined if no time has passed.
 */
function toBuckets(registration: RegistrationRow, max: number): Buckets | undefined {
  const { createdAt: from, endsAt, closedAt, readAt } = registration;
  const until = Math.min(Number(readAt), Number(endsAt), Number(closedAt ?? endsAt));
  const lengthMs = until - Number(from);
  if (lengthMs <= 0) return undefined;
  const widthMs = Math.ceil(lengthMs / max);
  return { from, until: new Date(until), widthMs, buckets: Math.ceil(lengthMs / widthMs) };
}

/** Returns the totals at the end of each bucket. */
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
