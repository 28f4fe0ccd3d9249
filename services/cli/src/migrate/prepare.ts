import pg from "pg";
import { roleOf, SERVICES, type ServiceName } from "../services.ts";

/**
 * Takes from everyone what Postgres grants to everyone; the services, whose roles must be there, may
 * connect. Whoever else is to, such as a role that reads for reports, is granted it by the operator.
 */
export async function closeDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>("SELECT current_database() AS name");
  const database = pg.escapeIdentifier(rows[0]?.name ?? "");
  // First, so that a running service can connect at any moment.
  await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${SERVICES.map(roleOf).join(", ")}`);
  await client.query(`REVOKE CONNECT, CREATE, TEMPORARY ON DATABASE ${database} FROM PUBLIC`);
  await client.query("REVOKE ALL ON SCHEMA public FROM PUBLIC");
}

/** Creates the service's schema; it belongs to the admin, so the service cannot alter it. */
export async function prepareSchema(client: pg.Client, service: ServiceName): Promise<void> {
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${service}`);
  await client.query(`REVOKE ALL ON SCHEMA ${service} FROM PUBLIC`);
}
