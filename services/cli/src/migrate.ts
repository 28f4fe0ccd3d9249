import { runner } from "node-pg-migrate";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { withAdmin } from "./admin.ts";
import { prepareRoles, readServiceLogin } from "./roles.ts";
import { roleOf, SERVICES, type ServiceName } from "./services.ts";
import { OperatorError } from "./texts.ts";

export { OperatorError } from "./texts.ts";

interface LockLimits {
  /** The wait for one lock. Statements on the same table wait as long. */
  timeoutMs: number;
  attempts: number;
  pauseMs: number;
}

/** About two and a half minutes, half the time that the chart gives a migration. */
const LOCK_LIMITS: LockLimits = { timeoutMs: 2_000, attempts: 30, pauseMs: 3_000 };

export interface MigrateOptions {
  /** The database, as a role that can create roles and schemas in it. */
  adminUrl: string;
  /** The URL of each service, which determines its role and password. */
  serviceUrls: Readonly<Record<ServiceName, string>>;
  log?: (line: string) => void;
  lockLimits?: LockLimits;
  folderOf?: (service: ServiceName) => string;
}

// Any constant works, because all runs on this database use the same one.
const LOCK = 7_405_318_226_001n;

/**
 * Creates or updates the roles, schemas and tables of all services. Several runs can start at once: an
 * advisory lock lets only one work at a time. Throws an OperatorError if the database cannot be migrated now.
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { adminUrl, log = () => {}, lockLimits = LOCK_LIMITS, folderOf = migrationsOf } = options;
  const logins = SERVICES.map((name) => readServiceLogin(name, options.serviceUrls[name]));
  await withAdmin(adminUrl, async (client) => {
    await requireSuitableServer(client);
    // The session holds the lock, so it ends with the connection.
    await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    const shared = await prepareRoles(client, adminUrl, logins);
    if (shared.length > 0)
      log(`roles shared with the installation in another database: ${shared.join(", ")}`);
    await closeDatabase(client);
    const withLockLimits = createLockLimits(client, lockLimits, log);
    for (const service of SERVICES) {
      // The schema belongs to the administrator, so the service cannot alter it.
      await client.query(`CREATE SCHEMA IF NOT EXISTS ${service}`);
      await client.query(`REVOKE ALL ON SCHEMA ${service} FROM PUBLIC`);
      const folder = folderOf(service);
      const applied = await withLockLimits(service, () => applyMigrations(client, service, folder));
      log(`${service}: ${applied.length === 0 ? "up to date" : `applied ${applied.join(", ")}`}`);
    }
  });
}

const migrationsOf = (service: ServiceName) =>
  fileURLToPath(new URL(`../../${service}/migrations`, import.meta.url));

const MIN_VERSION = 15;

async function requireSuitableServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; major: number; encoding: string }>(
    `SELECT current_setting('server_version') AS version,
       current_setting('server_version_num')::integer / 10000 AS major,
       current_setting('server_encoding') AS encoding`,
  );
  const [server] = rows;
  if (server === undefined) throw new Error("Postgres did not return its version");
  const { version, major, encoding } = server;
  if (major < MIN_VERSION)
    throw new OperatorError(
      `Postgres ${version} is not supported. Use Postgres ${MIN_VERSION} or later.`,
    );
  if (encoding !== "UTF8")
    throw new OperatorError(
      `The database has the encoding ${encoding}. Create a database with ENCODING 'UTF8'.`,
    );
}

/** Revokes the rights that Postgres grants to everyone. Only the roles of the services can connect. */
async function closeDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>("SELECT current_database() AS name");
  const database = pg.escapeIdentifier(rows[0]?.name ?? "");
  // The grant comes first, so that a running service can always connect.
  await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${SERVICES.map(roleOf).join(", ")}`);
  await client.query(`REVOKE CONNECT, CREATE, TEMPORARY ON DATABASE ${database} FROM PUBLIC`);
  await client.query("REVOKE ALL ON SCHEMA public FROM PUBLIC");
}

/** Applies the new migrations of a service in one transaction. Returns their names. */
async function applyMigrations(client: pg.Client, service: ServiceName, dir: string) {
  const applied = await runner({
    dbClient: client,
    dir,
    direction: "up",
    schema: service,
    migrationsSchema: service,
    migrationsTable: "migration",
    singleTransaction: true,
    checkOrder: true,
    // The advisory lock of `migrate` covers the whole run.
    noLock: true,
    log: () => {},
  });
  return applied.map((migration) => migration.name);
}

const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Returns a function that repeats the migrations of a service while another session holds a lock that they
 * need. Postgres queues all statements on a table behind a migration that waits for its lock. A migration
 * therefore waits only briefly, lets these statements pass, and tries again.
 */
function createLockLimits(
  client: pg.Client,
  { timeoutMs, attempts, pauseMs }: LockLimits,
  log: (line: string) => void,
) {
  let attempt = 0;
  return async <T>(service: ServiceName, work: () => Promise<T>): Promise<T> => {
    for (;;) {
      await client.query(`SET lock_timeout = ${timeoutMs}`);
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
        if (++attempt >= attempts)
          throw new OperatorError(
            `The migrations of the ${service} service could not get a lock on its tables in ${attempts} attempts. ` +
              "No migration of this service was applied. End the session that holds the lock, and run `tms migrate` again.",
            { cause: error },
          );
        log(`${service}: waiting for a lock on its tables, attempt ${attempt} of ${attempts}`);
      } finally {
        await client.query("RESET lock_timeout");
      }
      await delay(pauseMs);
    }
  };
}
