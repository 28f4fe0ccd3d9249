import { ROLE_SETTINGS } from "@tms/kit/database/pool";
import { ConfigError } from "@tms/kit/process/config";
import { runner } from "node-pg-migrate";
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { withAdmin } from "./admin.ts";
import { roleOf, SERVICES, type ServiceName } from "./services.ts";
import { OperatorError } from "./texts.ts";

export { OperatorError } from "./texts.ts";

interface LockLimits {
  /** The maximum wait for one lock. Meanwhile, other statements on the same table wait, too. */
  timeoutMs: number;
  attempts: number;
  pauseMs: number;
}

/** About two and a half minutes in total: half the time limit that the chart sets for a migration. */
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
 * Creates or updates the roles, schemas and tables of all services. An advisory lock makes simultaneous runs
 * wait for each other. Throws a ConfigError for a wrong URL, and an OperatorError if it cannot migrate now.
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { adminUrl, log = () => {}, lockLimits = LOCK_LIMITS, folderOf = migrationsOf } = options;
  const logins = SERVICES.map((name) => readServiceLogin(name, options.serviceUrls[name]));
  await withAdmin(adminUrl, async (client) => {
    await requireSuitableServer(client);
    // The session holds the lock until the connection ends.
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

/** Revokes the rights that Postgres grants to everyone. Only services and administrators can then connect. */
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
 * therefore waits only briefly, lets these statements pass, and tries again. All services share the attempts.
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

// Roles belong to the whole server. A comment on each role names the database of its installation, so that
// an installation in another database, with other passwords, does not change the passwords of this one.

interface ServiceLogin {
  service: ServiceName;
  role: string;
  password: string;
}

/** Reads a service's role and password from its URL. Throws a ConfigError for a URL of another role. */
function readServiceLogin(service: ServiceName, url: string): ServiceLogin {
  const name = `${service.toUpperCase()}_DATABASE_URL`;
  const role = roleOf(service);
  const parsed = new URL(url);
  // The URL is a secret, so the message does not contain it.
  if (decodeURIComponent(parsed.username) !== role)
    throw new ConfigError(`${name} must use the role ${role}.`);
  const password = decodeURIComponent(parsed.password);
  if (password === "") throw new ConfigError(`${name} must contain the password of ${role}.`);
  return { service, role, password };
}

// The advisory lock of a run holds only in its database. Runs in two databases can change the same role, and
// the later one then fails with one of these messages.
const RACES = /already exists|duplicate key|concurrently/;
const MAX_ATTEMPTS = 20;

/**
 * Creates the roles of the services, or changes their passwords to those of the URLs. Does not change roles
 * of an installation in another database, and returns the names of these roles. Throws an OperatorError,
 * before it changes anything, if the server refuses the password of one of these roles.
 */
async function prepareRoles(
  client: pg.Client,
  adminUrl: string,
  logins: readonly ServiceLogin[],
): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    const holders = await findHolders(client, logins);
    for (const login of logins) {
      const holder = holders.get(login.role);
      if (holder !== undefined) await requirePassword(adminUrl, login, holder);
    }
    const own = logins.filter(({ role }) => !holders.has(role));
    try {
      await setRoles(client, own);
      return [...holders.keys()];
    } catch (error) {
      if (!RACES.test((error as Error).message) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

const MARK = "tms: the role of the installation in the database ";

/** Returns the roles that belong to installations in other existing databases, with the database of each. */
async function findHolders(client: pg.Client, logins: readonly ServiceLogin[]) {
  const { rows } = await client.query<{ role: string; database: string }>(
    `SELECT r.rolname AS role, d.datname AS database
       FROM unnest($1::text[]) WITH ORDINALITY AS given (role, position)
       JOIN pg_roles r ON r.rolname = given.role
       JOIN pg_database d ON shobj_description(r.oid, 'pg_authid') = $2 || d.datname
      WHERE d.datname <> current_database() ORDER BY position`,
    [logins.map(({ role }) => role), MARK],
  );
  return new Map(rows.map(({ role, database }) => [role, database]));
}

async function setRoles(client: pg.Client, logins: readonly ServiceLogin[]): Promise<void> {
  await client.query("BEGIN");
  try {
    const { rows } = await client.query<{ name: string }>("SELECT current_database() AS name");
    const mark = pg.escapeLiteral(MARK + (rows[0]?.name ?? ""));
    for (const { service, role, password } of logins) {
      const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [role]);
      const verb = rowCount === 0 ? "CREATE" : "ALTER";
      // Only the digest is sent, so no server log shows the password.
      const secret = pg.escapeLiteral(toScramSecret(password));
      await client.query(`${verb} ROLE ${role} LOGIN PASSWORD ${secret}`);
      for (const [name, value] of Object.entries({ search_path: service, ...ROLE_SETTINGS }))
        await client.query(`ALTER ROLE ${role} SET ${name} = '${value}'`);
    }
    // From here on, other runs wait for this transaction. A run that was faster has left its comment.
    if ((await findHolders(client, logins)).size > 0)
      throw new Error("another installation changed a role concurrently");
    for (const { role } of logins) await client.query(`COMMENT ON ROLE ${role} IS ${mark}`);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

const CONNECT_TIMEOUT_MS = 10_000;
const PERMISSION_DENIED = "42501";

/** Logs in with a password, because only a superuser could compare it with the stored one. */
async function requirePassword(adminUrl: string, { role, password }: ServiceLogin, holder: string) {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = encodeURIComponent(password);
  const client = new pg.Client({
    connectionString: url.href,
    application_name: "tms",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // Without a listener, an error after `connect` would end the process. The client runs no query, so the
  // error does not matter.
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    // Postgres checks the password before the right to connect to the database.
    if (error instanceof pg.DatabaseError && error.code === PERMISSION_DENIED) return;
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `The role ${role} belongs to the installation in the database "${holder}" of this server. ` +
        `The server refused the password that you gave for the role (${reason}), so the role stays unchanged. ` +
        "Use another Postgres server, or use the same passwords for both installations.",
      { cause: error },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

// The default of Postgres.
const ITERATIONS = 4096;

/** Returns the SCRAM-SHA-256 secret that Postgres stores for a password (RFC 5803). */
function toScramSecret(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize("NFKC"), salt, ITERATIONS, 32, "sha256");
  const clientKey = createHmac("sha256", salted).update("Client Key").digest();
  const storedKey = createHash("sha256").update(clientKey).digest("base64");
  const serverKey = createHmac("sha256", salted).update("Server Key").digest("base64");
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}
