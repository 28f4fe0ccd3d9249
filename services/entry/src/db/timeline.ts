import { sql } from "drizzle-orm";
import type { Queryable } from "@tms/kit/database/handle";
import { IS_CONFIRMED } from "./entries.ts";
import { entry, entryDecision } from "./tables.ts";

/** The time from `from` to `until` as `buckets` parts of `widthMs` each. The last part may be shorter. */
export interface Buckets {
  from: Date;
  until: Date;
  widthMs: number;
  buckets: number;
}

/** The number of changes of each kind in a bucket. Buckets are counted from 1. */
export type BucketRow = Record<"bucket" | "joined" | "eliminated" | "disqualified", number>;

/**
 * Counts changes by bucket in one pass over the entries. The first bucket includes changes before it, and the
 * last bucket changes after it. The disqualification of an eliminated entry reduces the eliminations by one.
 */
export async function countByBucket(
  db: Queryable,
  tournamentId: string,
  { from, widthMs, buckets }: Buckets,
): Promise<BucketRow[]> {
  const { rows } = await db.execute<BucketRow>(sql`
    SELECT least(greatest(ceil(date_part('epoch', event.at - ${from}::timestamptz) * 1000
        / ${widthMs}::float8), 1), ${buckets}::float8)::int AS bucket,
      sum(event.joined)::int AS joined, sum(event.eliminated)::int AS eliminated,
      sum(event.disqualified)::int AS disqualified
    FROM ${entry}
    LEFT JOIN LATERAL (
      SELECT decided_at FROM ${entryDecision}
      WHERE ${entry.disqualified} AND ${entryDecision.entryId} = ${entry.id}
      ORDER BY ${entryDecision.id} DESC LIMIT 1
    ) AS disqualification ON true
    CROSS JOIN LATERAL (VALUES
      (${entry.joinedAt}, 1, 0, 0),
      (${entry.eliminatedAt}, 0, 1, 0),
      (disqualification.decided_at, 0, -num_nonnulls(${entry.eliminatedAt}), 1)
    ) AS event (at, joined, eliminated, disqualified)
    WHERE ${entry.tournamentId} = ${tournamentId} AND ${IS_CONFIRMED} AND event.at IS NOT NULL
    GROUP BY 1`);
  return rows;
}
