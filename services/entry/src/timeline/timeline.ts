import type { Buckets, BucketRow, TimelineRegistration } from "../db/timeline.ts";

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
