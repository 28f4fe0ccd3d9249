import pg from "pg";
import type { ServiceName } from "../services.ts";
import type { ServiceLogin } from "./login.ts";
import { scramSecret } from "./scram.ts";

/** Takes from everyone what Postgres grants to everyone, save the right to connect. */
export async function closeDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>("SELECT current_database() AS name");
  const database = pg.escapeIdentifier(rows[0]?.name ?? "");
  await client.query(`REVOKE CREATE, TEMPORARY ON DATABASE ${database} FROM PUBLIC`);
  await client.query("REVOKE ALL ON SCHEMA public FROM PUBLIC");
}

/** Creates the service's schema; it belongs to the admin, so the service cannot alter it. */
export async function prepareSchema(client: pg.Client, service: ServiceName): Promise<void> {
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${service}`);
  await client.query(`REVOKE ALL ON SCHEMA ${service} FROM PUBLIC`);
}

// Roles are shared by all databases of a server, but an advisory lock only holds within one:
// runs on two databases can still meet here, and the slower one repeats.
const MEETINGS = /already exists|duplicate key|concurrently/;
const ATTEMPTS = 20;

/** Creates the service's role or, when it is there, gives it the password of the URL. */
export async function prepareRole(client: pg.Client, login: ServiceLogin): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await setRole(client, login);
    } catch (error) {
      const met = error instanceof pg.DatabaseError && MEETINGS.test(error.message);
      if (!met || attempt === ATTEMPTS) throw error;
    }
  }
}

async function setRole(client: pg.Client, { service, role, password }: ServiceLogin) {
  const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [role]);
  const verb = rowCount === 0 ? "CREATE" : "ALTER";
  // Only the digest travels: the password shows in no server log.
  const secret = pg.escapeLiteral(scramSecret(password));
  await client.query(`${verb} ROLE ${role} LOGIN PASSWORD ${secret}`);
  await client.query(`ALTER ROLE ${role} SET search_path = ${service}`);
}
