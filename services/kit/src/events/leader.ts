import type pg from "pg";
import type { Db } from "../database/handle.ts";
import { ownConnection } from "../database/pool.ts";
import type { Logger } from "../process/log.ts";

const TRY_EVERY_MS = 1_000;
// If a leader hangs, Postgres closes its connection after this time, and another replica can lead. A working
// leader is not idle for so long.
const IDLE_LIMIT_MS = 30_000;

/**
 * Makes one replica at a time the leader, by a lock that lasts as long as its connection. The leader works on
 * this connection, so that a replica that has lost the lock cannot continue. `acquire` returns the
 * connection, or undefined if this replica is not the leader.
 */
export function createLeadership(db: Db, what: string, log: Logger) {
  let leading: pg.Client | undefined;
  let triedAt = -Infinity;

  async function acquire(): Promise<pg.Client | undefined> {
    if (leading || performance.now() - triedAt < TRY_EVERY_MS) return leading;
    triedAt = performance.now();
    // Uses the pool, so that a follower does not open a connection for each try.
    if (!(await isGiven(db.$client, MAY_BE_FREE, what))) return undefined;
    const client = ownConnection(db, `-c idle_session_timeout=${IDLE_LIMIT_MS}`);
    // The listeners are added before the first query, because the connection can break at any time.
    client.on("error", (error) =>
      log.warn({ err: error, what }, "the leader lost its database connection"),
    );
    client.on("end", () => {
      if (leading === client) leading = undefined;
    });
    try {
      await client.connect();
      if (await isGiven(client, LOCK, what)) leading = client;
      return leading;
    } finally {
      if (leading !== client) await close(client);
    }
  }

  return {
    acquire,
    async release() {
      const client = leading;
      leading = undefined;
      if (client) await close(client);
    },
  };
}

/** The key of the lock. It contains the schema, because services share a database. */
const KEY = `hashtextextended(current_schema() || '/' || $1, 0)`;

const LOCK = `SELECT pg_try_advisory_lock(${KEY}) AS given`;
// A shared lock, so that simultaneous checks of several replicas do not fail each other.
const MAY_BE_FREE = `SELECT pg_try_advisory_xact_lock_shared(${KEY}) AS given`;

async function isGiven(client: pg.Client | pg.Pool, question: string, what: string) {
  const { rows } = await client.query<{ given: boolean }>(question, [what]);
  return rows[0]?.given ?? false;
}

// The failure is ignored, because a broken connection cannot be closed cleanly.
const close = (client: pg.Client): Promise<void> => client.end().catch(() => undefined);
