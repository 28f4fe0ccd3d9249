import { desc, eq, and } from "drizzle-orm";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { attempt } from "./tables.ts";

/** One request to an endpoint. */
export interface AttemptRow extends Omit<
  typeof attempt.$inferSelect,
  "endpointId" | "sequence" | "succeeded"
> {}

/** A request to be stored. */
export interface NewAttempt extends Omit<typeof attempt.$inferSelect, "endpointId"> {}

/** Stores requests to an endpoint, after their deliveries. */
export async function insertAttempts(
  tx: Tx,
  endpointId: string,
  attempts: readonly NewAttempt[],
): Promise<void> {
  if (attempts.length === 0) return;
  await tx.$client.query({
    name: "insert-attempts",
    text: `INSERT INTO attempt (endpoint_id, sequence, number, started_at, duration_ms, status, error,
        answer, replay, succeeded)
      SELECT $1, * FROM unnest($2::bigint[], $3::integer[], $4::timestamptz[], $5::integer[],
        $6::integer[], $7::text[], $8::text[], $9::boolean[], $10::boolean[])
      ON CONFLICT DO NOTHING`,
    values: [
      endpointId,
      attempts.map((one) => one.sequence),
      attempts.map((one) => one.number),
      attempts.map((one) => one.startedAt),
      attempts.map((one) => one.durationMs),
      attempts.map((one) => one.status),
      attempts.map((one) => one.error),
      attempts.map((one) => one.answer),
      attempts.map((one) => one.replay),
      attempts.map((one) => one.succeeded),
    ],
  });
}

/** The newest requests of a delivery, oldest first. */
export async function listAttempts(
  db: Queryable,
  endpointId: string,
  sequence: bigint,
  most: number,
): Promise<AttemptRow[]> {
  const rows = await db
    .select({
      number: attempt.number,
      startedAt: attempt.startedAt,
      durationMs: attempt.durationMs,
      status: attempt.status,
      error: attempt.error,
      answer: attempt.answer,
      replay: attempt.replay,
    })
    .from(attempt)
    .where(and(eq(attempt.endpointId, endpointId), eq(attempt.sequence, sequence)))
    .orderBy(desc(attempt.number))
    .limit(most);
  return rows.toReversed();
}

/** How many requests an endpoint got within a day, of the newest 10,000, and how many failed. */
export async function countAttemptsOfDay(
  db: Queryable,
  endpointId: string,
): Promise<{ attempts: number; failures: number }> {
  const { rows } = await db.$client.query<{ attempts: number; failures: number }>({
    name: "attempts-of-day",
    text: `SELECT count(*)::int AS attempts, count(*) FILTER (WHERE NOT succeeded)::int AS failures
      FROM (SELECT succeeded FROM attempt
        WHERE endpoint_id = $1 AND started_at > now() - interval '24 hours'
        ORDER BY started_at DESC LIMIT 10000) AS newest`,
    values: [endpointId],
  });
  return rows[0] ?? { attempts: 0, failures: 0 };
}
