import pg from "pg";
import type { ServiceLogin } from "./login.ts";
import { isShared, markRole, otherHolder } from "./role-holder.ts";
import { scramSecret } from "./scram.ts";

/**
 * Creates the services' roles or, where they are there, gives them the passwords of the URLs. A role
 * that another database's installation has is left alone. Throws RoleTakenError, before anything is
 * changed, when that one has another password. Returns the roles that are shared.
 */
export async function prepareRoles(
  client: pg.Client,
  adminUrl: string,
  logins: readonly ServiceLogin[],
): Promise<string[]> {
  const shared: string[] = [];
  for (const login of logins) if (await isShared(client, adminUrl, login)) shared.push(login.role);
  for (const login of logins)
    if (!shared.includes(login.role) && !(await takeRole(client, adminUrl, login)))
      shared.push(login.role);
  return shared;
}

/** Another database's installation has taken the role since it was looked at. */
class TakenMeanwhileError extends Error {}

// An advisory lock only holds within one database: runs on two of them can still meet at a role, and
// the slower one repeats.
const MEETINGS = /already exists|duplicate key|concurrently/;
const ATTEMPTS = 20;

/** Makes a role this installation's; false when another one shares it by now. */
async function takeRole(
  client: pg.Client,
  adminUrl: string,
  login: ServiceLogin,
): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      await setRole(client, login);
      return true;
    } catch (error) {
      const met =
        error instanceof TakenMeanwhileError ||
        (error instanceof pg.DatabaseError && MEETINGS.test(error.message));
      if (!met || attempt === ATTEMPTS) throw error;
    }
    if (await isShared(client, adminUrl, login)) return false;
  }
}

async function setRole(client: pg.Client, { service, role, password }: ServiceLogin) {
  await client.query("BEGIN");
  try {
    const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [role]);
    const verb = rowCount === 0 ? "CREATE" : "ALTER";
    // Only the digest travels: the password shows in no server log.
    const secret = pg.escapeLiteral(scramSecret(password));
    await client.query(`${verb} ROLE ${role} LOGIN PASSWORD ${secret}`);
    // Whoever else wants the role waits from here on, and whoever was first has left a mark.
    if ((await otherHolder(client, role)) !== undefined) throw new TakenMeanwhileError();
    await client.query(`ALTER ROLE ${role} SET search_path = ${service}`);
    await markRole(client, role);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}
