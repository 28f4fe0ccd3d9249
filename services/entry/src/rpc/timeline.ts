import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { createLimiter } from "@tms/kit/batching/limiter";
import { singleFlight } from "@tms/kit/batching/single-flight";
import type { Context, Rpcs } from "../context.ts";
import type { TournamentKey } from "../db/registrations.ts";
import {
  countByBucket,
  findTimelineRegistration,
  type BucketRow,
  type Buckets,
  type TimelineRegistration,
} from "../db/timeline.ts";
import { tooManyReads, tournamentNotFound } from "../errors.ts";
import { requireTournament } from "../registration.ts";

const DEFAULT_BUCKETS = 60;
// Each reads all entries of a tournament: a quarter of the connections, never those of joins.
const LIMITS = { atOnce: 2, mostWaiting: 64 };

/** How a tournament's entries and prize pool grew; all who ask at the same time share one answer. */
export function getTimeline(context: Context): Rpcs["getTimeline"] {
  const limited = createLimiter(LIMITS, tooManyReads);
  const reading = singleFlight<readonly Point[]>();

  async function read(row: TimelineRegistration, key: TournamentKey, most: number) {
    const buckets = bucketsOf(row, most);
    if (buckets === undefined) return [];
    return pointsOf(
      buckets,
      await countByBucket(context.db, key.tournamentId, buckets),
      row.feeMinor,
    );
  }

  return async (key) => {
    const row = await findTimelineRegistration(context.db, key.tournamentId);
    if (row === undefined) {
      await requireTournament(context, key);
      return {};
    }
    if (row.gameId !== key.gameId) throw tournamentNotFound();
    const most = key.buckets || DEFAULT_BUCKETS;
    const points = await reading(`${key.tournamentId}/${most}`, () =>
      limited(() => read(row, key, most), key.gameId),
    );
    return { points: points.map(pointMessage) };
  };
}

const pointMessage = ({ at, entries, eliminated, disqualified, prizePoolMinor }: Point) => ({
  time: timestampFromDate(at),
  entries,
  eliminated,
  disqualified,
  prizePoolMinorUnits: prizePoolMinor,
});

/** How a tournament stood at one moment. */
export interface Point {
  at: Date;
  entries: number;
  eliminated: number;
  disqualified: number;
  prizePoolMinor: bigint;
}

type Span = Pick<TimelineRegistration, "createdAt" | "endsAt" | "closedAt" | "readAt">;

/**
 * Cuts the time of a tournament, from its first join to its end or to now, into at most so many equal
 * parts of whole milliseconds; undefined if none has passed.
 */
export function bucketsOf(span: Span, most: number): Buckets | undefined {
  const { createdAt: from, endsAt, closedAt, readAt } = span;
  const until = Math.min(Number(readAt), Number(endsAt), Number(closedAt ?? endsAt));
  const lengthMs = until - Number(from);
  if (lengthMs <= 0) return undefined;
  const widthMs = Math.ceil(lengthMs / most);
  return { from, until: new Date(until), widthMs, buckets: Math.ceil(lengthMs / widthMs) };
}

/** A point for each part of the time: how the tournament stood at its end. */
export function pointsOf(
  { from, until, widthMs, buckets }: Buckets,
  rows: readonly BucketRow[],
  feeMinor: bigint,
): Point[] {
  const byBucket = new Map(rows.map((row) => [row.bucket, row]));
  let [entries, eliminated, disqualified] = [0, 0, 0];
  return Array.from({ length: buckets }, (_, index) => {
    const row = byBucket.get(index + 1);
    entries += row?.joined ?? 0;
    eliminated += row?.eliminated ?? 0;
    disqualified += row?.disqualified ?? 0;
    const at = new Date(Math.min(Number(from) + (index + 1) * widthMs, Number(until)));
    const prizePoolMinor = feeMinor * BigInt(entries);
    return { at, entries, eliminated, disqualified, prizePoolMinor };
  });
}
