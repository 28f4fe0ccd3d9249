import type pg from "pg";
import type { Db } from "../database/handle.ts";
import { ownConnection } from "../database/pool.ts";
import type { Logger } from "../process/log.ts";

const TRY_EVERY_MS = 1_000;
// The time after which Postgres closes the leader's connection if it is idle. If the process of a leader
// hangs, another replica can then lead. A leader that works is not idle for so long: it looks for work ten
// times a second, and a call takes at most ten seconds.
const IDLE_LIMIT_MS = 30_000;

/** The right to work that only one replica of a service does at a time. */
export interface Leadership {
  /** Returns the connection that holds the right; undefined while another replica has it. */
  acquire(): Promise<pg.Client | undefined>;
  release(): Promise<void>;
}

/**
 * Creates a leadership with a lock that lasts as long as a connection. The leader works on this connection,
 * so that a replica that has lost the lock cannot continue.
 */
export function createLeadership(db: Db, what: string, log: Logger): Leadership {
  let leading: pg.Client | undefined;
  let triedAt = -Infinity;

  async function acquire(): Promise<pg.Client | undefined> {
    if (leading || performance.now() - triedAt < TRY_EVERY_MS) return leading;
    triedAt = performance.now();
    // This query uses the pool. A replica that does not lead would otherwise open a connection for each try.
    if (!(await mayBeFree(db, what))) return undefined;
    const client = ownConnection(db, `-c idle_session_timeout=${IDLE_LIMIT_MS}`);
    // Added before the first query, because the connection can break at any time.
    client.on("error", (error) =>
      log.warn({ err: error, what }, "the leader lost its database connection"),
    );
    client.on("end", () => {
      if (leading === client) leading = undefined;
    });
    try {
      await client.connect();
      if (await locked(client, what)) return (leading = client);
    } catch (error) {
      await close(client);
      throw error;
    }
    await close(client);
    return undefined;
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

/** The key of the lock. The key contains the schema, because services share a database. */
const KEY = `hashtextextended(current_schema() || '/' || $1, 0)`;

/** Reports whether the lock may be free. The shared lock of this check does not delay other replicas. */
const mayBeFree = ({ $client }: Db, what: string): Promise<boolean> =>
  isGiven($client, `SELECT pg_try_advisory_xact_lock_shared(${KEY}) AS given`, what);

/** Tries to take the lock for the lifetime of the connection. Returns whether the connection has the lock. */
const locked = (client: pg.Client, what: string): Promise<boolean> =>
  isGiven(client, `SELECT pg_try_advisory_lock(${KEY}) AS given`, what);

async function isGiven(
  client: pg.Client | pg.Pool,
  question: string,
  what: string,
): Promise<boolean> {
  const { rows } = await client.query<{ given: boolean }>(question, [what]);
  return rows[0]?.given ?? false;
}

// A broken connection cannot be closed cleanly.
const close = (client: pg.Client): Promise<void> => client.end().catch(() => undefined);
