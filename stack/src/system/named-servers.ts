import { Redis } from "ioredis";
import pg from "pg";
import { StackError } from "../stack-error.ts";

// Servers that the environment names are not started here, so all there is to do about one that
// cannot be used is to say so before anything else happens.

const CONNECT_MS = 5_000;

/** Refuses a DATABASE_URL that cannot be reached, or whose role may not make roles and schemas. */
export async function requireDatabase(url: string): Promise<void> {
  const { host, pathname } = readUrl(url, "DATABASE_URL", DATABASE);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  // The query that fails reports it.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ role: string; lacks: string | null }>(RIGHTS);
    const [rights] = rows;
    if (rights?.lacks) throw lacksRight(rights.role, rights.lacks);
  } catch (error) {
    if (error instanceof StackError) throw error;
    throw new StackError(
      `The Postgres server of DATABASE_URL (${host}${pathname}) cannot be used: ${reasonOf(error)}.`,
      "Correct or unset DATABASE_URL. Without it, start runs its own Postgres server.",
      { cause: error },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

const RIGHTS = `SELECT current_user AS role, CASE
  WHEN NOT (rolsuper OR rolcreaterole) THEN 'create roles'
  WHEN NOT has_database_privilege(current_database(), 'CREATE') THEN 'create schemas in the database'
  WHEN current_setting('transaction_read_only')::boolean THEN 'write to the database'
END AS lacks FROM pg_roles WHERE rolname = current_user`;

const lacksRight = (role: string, right: string): StackError =>
  new StackError(
    `The role ${role} of DATABASE_URL is not allowed to ${right}.`,
    "Use the owner of the database with the CREATEROLE attribute, or a superuser.",
  );

/** Refuses a REDIS_URL that cannot be reached. */
export async function requireRedis(url: string): Promise<void> {
  const { host } = readUrl(url, "REDIS_URL", REDIS);
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: null,
    connectTimeout: CONNECT_MS,
    commandTimeout: CONNECT_MS,
  });
  let refusal: Error | undefined;
  redis.on("error", (error: Error) => (refusal ??= error));
  try {
    await redis.connect();
    await redis.ping();
    // A refused password or number of a database is told as an event, and the client goes on without.
    if (refusal !== undefined) throw refusal;
  } catch (error) {
    throw new StackError(
      `The Redis server of REDIS_URL (${host}) cannot be used: ${reasonOf(refusal ?? error)}.`,
      "Correct or unset REDIS_URL. Without it, start runs its own Redis server, or uses Postgres for the queue.",
      { cause: error },
    );
  } finally {
    redis.disconnect();
  }
}

interface Form {
  protocols: readonly string[];
  example: string;
}

const DATABASE: Form = {
  protocols: ["postgres:", "postgresql:"],
  example: "postgres://user:password@host:5432/tms",
};
const REDIS: Form = { protocols: ["redis:", "rediss:"], example: "redis://host:6379" };

/** The URL itself may hold a password and stays out of every message. */
function readUrl(text: string, name: string, { protocols, example }: Form): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && protocols.includes(url.protocol)) return url;
  throw new StackError(`${name} is not a valid URL.`, `Use a URL like ${example}.`);
}

/** A host with several addresses fails with several errors and no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
}
