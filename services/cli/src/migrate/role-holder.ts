import pg from "pg";
import type { ServiceLogin } from "./login.ts";

// Roles belong to the whole server. A comment on each says which database's installation has it, so
// that another one, with passwords of its own, does not take production's away.

const MARK = "tms: the role of the installation in the database ";

const CONNECT_TIMEOUT_MS = 10_000;

/** A role belongs to another database's installation; the message is for the operator as it is. */
export class RoleTakenError extends Error {
  override readonly name = "RoleTakenError";

  constructor(role: string, database: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `The role ${role} belongs to the installation in the database "${database}" of this server. ` +
        `The server refused the password that you gave for the role (${reason}), so the role stays unchanged. ` +
        "Use another Postgres server, or use the same passwords for both installations.",
      { cause },
    );
  }
}

/** Notes that the installation in this database has a role. */
export async function markRole(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>("SELECT current_database() AS name");
  const mark = pg.escapeLiteral(MARK + (rows[0]?.name ?? ""));
  await client.query(`COMMENT ON ROLE ${role} IS ${mark}`);
}

/** The other database whose installation has a role; one that is gone has none. */
export async function otherHolder(client: pg.Client, role: string): Promise<string | undefined> {
  const { rows } = await client.query<{ database: string }>(
    `SELECT d.datname AS database
       FROM pg_roles r JOIN pg_database d ON shobj_description(r.oid, 'pg_authid') = $2 || d.datname
      WHERE r.rolname = $1 AND d.datname <> current_database()`,
    [role, MARK],
  );
  return rows[0]?.database;
}

/**
 * Whether a role is shared with the installation in another database, which has it and must then have
 * it with the same password. Throws RoleTakenError when the password is another.
 */
export async function isShared(
  client: pg.Client,
  adminUrl: string,
  login: ServiceLogin,
): Promise<boolean> {
  const holder = await otherHolder(client, login.role);
  if (holder === undefined) return false;
  try {
    await logIn(adminUrl, login);
  } catch (error) {
    throw new RoleTakenError(login.role, holder, error);
  }
  return true;
}

/** Logs in with a password: only superusers could compare it with the one that Postgres stores. */
async function logIn(adminUrl: string, { role, password }: ServiceLogin): Promise<void> {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = encodeURIComponent(password);
  const client = new pg.Client({
    connectionString: url.href,
    application_name: "tms",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // The attempt that fails reports it.
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    // Postgres looks at the password first, and at the right to connect to this database only then.
    if (!isDenied(error)) throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const isDenied = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === "42501";
