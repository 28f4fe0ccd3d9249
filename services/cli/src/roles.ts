import { ROLE_SETTINGS } from "@tms/kit/database/pool";
import { ConfigError } from "@tms/kit/process/config";
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import pg from "pg";
import { roleOf, type ServiceName } from "./services.ts";
import { OperatorError } from "./texts.ts";

// Roles belong to the whole server. A comment on each role names the database of its installation, so that
// an installation in another database, with other passwords, does not change the passwords of this one.

interface ServiceLogin {
  service: ServiceName;
  role: string;
  password: string;
}

/** Reads a service's role and password from its URL. Throws a ConfigError for a URL of another role. */
export function readServiceLogin(service: ServiceName, url: string): ServiceLogin {
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
 * of an installation in another database. Returns these roles. Throws an OperatorError, before it changes
 * anything, if one of them has another password.
 */
export async function prepareRoles(
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

/** Returns the roles of installations in other databases that exist, with the names of these databases. */
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
    // Other runs wait from here on. A run that was faster has left its comment.
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
  // `connect` reports the error.
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

/** Returns the form in which Postgres stores a password (RFC 5803). */
function toScramSecret(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize("NFKC"), salt, ITERATIONS, 32, "sha256");
  const clientKey = createHmac("sha256", salted).update("Client Key").digest();
  const storedKey = createHash("sha256").update(clientKey).digest("base64");
  const serverKey = createHmac("sha256", salted).update("Server Key").digest("base64");
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}
