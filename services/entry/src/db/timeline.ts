import { eq, sql } from "drizzle-orm";
import { gameTime } from "@tms/kit/database/game-time";
import type { Queryable } from "@tms/kit/database/handle";
import { IS_CONFIRMED } from "./entries.ts";
import { entry, registration } from "./tables.ts";

/** What a tournament's timeline needs of its registration. */
export interface TimelineRegistration extends Pick<
  typeof registration.$inferSelect,
  "gameId" | "feeMinor" | "createdAt" | "endsAt" | "closedAt"
> {
  /** The environment's clock when the row was read. */
  readAt: Date;
}

/** Reads what a tournament's timeline needs of its registration; undefined before the first join. */
export async function findTimelineRegistration(
  db: Queryable,
  tournamentId: string,
): Promise<TimelineRegistration | undefined> {
  const [row] = await db
    .select({
      gameId: registration.gameId,
      feeMinor: registration.feeMinor,
      createdAt: registration.createdAt,
      endsAt: registration.endsAt,
      closedAt: registration.closedAt,
      readAt: sql<Date>`(${gameTime("registration", "clock_timestamp()")})::timestamptz(3)`,
    })
    .from(registration)
    .where(eq(registration.tournamentId, tournamentId));
  return row;
}

/** How the time of a tournament is cut: `buckets` parts of `widthMs` each, the last one shorter. */
export interface Buckets {
  from: Date;
  until: Date;
  widthMs: number;
  buckets: number;
}

/** How many joined, and how many went out, within one part of the time, counted from 1. */
export interface BucketRow {
  bucket: number;
  joined: number;
  eliminated: number;
}

/**
 * Counts a tournament's joins and eliminations by parts of its time, in one pass over its entries;
 * parts without any are absent. What lies outside counts to the first or the last part.
 */
export async function countByBucket(
  db: Queryable,
  tournamentId: string,
  { from, widthMs, buckets }: Buckets,
): Promise<BucketRow[]> {
  const { rows } = await db.execute<BucketRow & Record<string, unknown>>(sql`
    SELECT least(greatest(ceil(date_part('epoch', event.at - ${from}::timestamptz) * 1000
        / ${widthMs}::float8), 1), ${buckets}::float8)::int AS bucket,
      sum(event.joined)::int AS joined, sum(event.eliminated)::int AS eliminated
    FROM ${entry}
    CROSS JOIN LATERAL (VALUES (${entry.joinedAt}, 1, 0), (${entry.eliminatedAt}, 0, 1))
      AS event (at, joined, eliminated)
    WHERE ${entry.tournamentId} = ${tournamentId} AND ${IS_CONFIRMED} AND event.at IS NOT NULL
    GROUP BY 1`);
  return rows;
}
