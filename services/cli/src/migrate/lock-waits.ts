import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { ServiceName } from "../services.ts";

// Postgres queues every statement on a table behind one that waits to alter it. A migration therefore
// waits for a lock only briefly, lets the statements behind it through, and tries again.

/** How long migrations wait for the locks of others. */
export interface LockLimits {
  /** For one lock, and so the longest that they hold up the traffic of a service. */
  timeoutMs: number;
  /** All attempts of a run together. */
  attempts: number;
  pauseMs: number;
}

/** Some two and a half minutes: half the time that the chart gives a migration. */
export const LOCK_LIMITS: LockLimits = { timeoutMs: 2_000, attempts: 30, pauseMs: 3_000 };

const LOCK_NOT_AVAILABLE = "55P03";

/** Others held a lock for too long; its message is for the operator as it is. */
export class TablesLockedError extends Error {
  override readonly name = "TablesLockedError";

  constructor(service: ServiceName, lock: string, attempts: number, cause: unknown) {
    super(
      `The migrations of the ${service} service could not get ${lock} in ${attempts} attempts. ` +
        "No migration of this service was applied. End the process that holds the lock, and run `tms migrate` again.",
      { cause },
    );
  }
}

/** Repeats a service's migrations while somebody else holds a lock that they need. */
export type WithLockLimits = <T>(service: ServiceName, work: () => Promise<T>) => Promise<T>;

/**
 * Limits how long migrations wait for locks, and says each time why they wait. What it repeats must be
 * one transaction. It throws TablesLockedError when the attempts of the run are used up.
 */
export function createLockLimits(
  client: pg.Client,
  { timeoutMs, attempts, pauseMs }: LockLimits,
  log: (line: string) => void,
): WithLockLimits {
  let attempt = 0;
  return async (service, work) => {
    for (;;) {
      await client.query(`SET lock_timeout = ${timeoutMs}`);
      try {
        return await work();
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
        const lock = await describeLock(client, service, timeoutMs);
        if (++attempt >= attempts) throw new TablesLockedError(service, lock, attempts, error);
        log(`${service}: waiting for ${lock}, attempt ${attempt} of ${attempts}`);
      } finally {
        await client.query("RESET lock_timeout");
      }
      await delay(pauseMs);
    }
  };
}

const isLockTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;

/**
 * The locks that may stand in the way: those on the service's tables whose transactions are older than
 * the wait. Postgres does not say which lock it was. A role that may not see when others began is
 * shown them all.
 */
async function describeLock(
  client: pg.Client,
  service: ServiceName,
  waitedMs: number,
): Promise<string> {
  const { rows } = await client.query<{ held: string }>(
    `SELECT format('%s.%s, held by %s (pid %s)', n.nspname, c.relname,
              coalesce(nullif(a.application_name, ''), a.usename, 'a prepared transaction'), l.pid) AS held
       FROM pg_locks l
       JOIN pg_class c ON c.oid = l.relation AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
       JOIN pg_namespace n ON n.oid = c.relnamespace
       LEFT JOIN pg_stat_activity a ON a.pid = l.pid
      WHERE l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND l.granted AND l.pid IS DISTINCT FROM pg_backend_pid() AND n.nspname = $1
        AND coalesce(a.xact_start <= clock_timestamp() - make_interval(secs => $2::float8), true)
      GROUP BY 1, a.xact_start ORDER BY a.xact_start LIMIT 3`,
    [service, waitedMs / 1_000],
  );
  if (rows.length === 0) return `a lock in the schema ${service}`;
  return `a lock on ${rows.map(({ held }) => held).join(" or ")}`;
}
