import { until } from "@tms/stack/until";
import { audit } from "@tms/test/harness/audit.ts";
import type { BenchSystem } from "../system/system.ts";

/** Joins that were acknowledged, and how many requests were answered otherwise. */
export interface Acknowledged {
  tournamentIds: Set<string>;
  answered: number;
  others: number;
}

const RECOVERED_WITHIN_MS = 60_000;

/**
 * Checks that a system did what it said: each acknowledged join is an entry, none is an entry
 * that was not asked for, and the audit is clean. A measurement of wrong work is worth nothing.
 */
export async function verifyJoins(system: BenchSystem, acknowledged: Acknowledged): Promise<void> {
  const { tournamentIds, answered, others } = acknowledged;
  await noneUnderWay(system);
  const entries = await countEntries(system, [...tournamentIds]);
  // A join that was answered with 503 may have been finished by recovery.
  if (entries < answered || entries > answered + others)
    throw new Error(`${answered} joins were acknowledged, ${entries} entries are there`);
  await audit(system.adminUrl);
}

/**
 * Checks that a system wrote each entry in a transaction of its own: a naive system that
 * coalesces would be compared with itself.
 */
export async function requireOnePerTransaction({ db }: BenchSystem): Promise<void> {
  const { rows } = await db.query<{ entries: number; transactions: number }>(
    `SELECT count(*)::int AS entries, count(DISTINCT xmin::text)::int AS transactions
     FROM entry.entry`,
  );
  if (rows[0]?.entries !== rows[0]?.transactions)
    throw new Error(
      `${rows[0]?.entries} entries were written in ${rows[0]?.transactions} transactions`,
    );
}

async function noneUnderWay({ db }: BenchSystem): Promise<void> {
  const sql = `SELECT FROM entry.pending_join LIMIT 1`;
  await until(async () => (await db.query(sql)).rowCount === 0, {
    timeoutMs: RECOVERED_WITHIN_MS,
    everyMs: 100,
    what: "The end of all joins under way",
  });
}

async function countEntries(
  { db }: BenchSystem,
  tournamentIds: readonly string[],
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM entry.entry WHERE tournament_id = ANY($1)`,
    [tournamentIds],
  );
  return rows[0]?.count ?? 0;
}
