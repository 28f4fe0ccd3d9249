import pg from "pg";
import { withAdmin } from "./admin.ts";
import { roleOf, SERVICES } from "./services.ts";

/** Where BullMQ keeps its tables when it runs on Postgres. */
const QUEUE_SCHEMA = "bullmq";

const LOCK_TIMEOUT_MS = 10_000;

/** The database holds, or is doing, something that must not be lost; the message says what. */
export class RenewRefusedError extends Error {
  override name = "RenewRefusedError";
}

/** What {@link renewDatabase} would drop. */
export interface Renewal {
  /** The schemas of the product that are there. */
  schemas: string[];
  /** Drops them with all that is in them. Roles stay: they belong to the whole server. */
  run: () => Promise<void>;
}

/**
 * Looks for the product's own schemas in a database, so that it can be said which would be dropped
 * before they are. Throws DatabaseAwayError, and RenewRefusedError when services are connected or a
 * schema of that name was not made by `migrate`.
 */
export function planRenewal(adminUrl: string): Promise<Renewal> {
  return withAdmin(adminUrl, async (client) => {
    await refuseWhileUsed(client);
    const schemas = await ownSchemas(client);
    return { schemas, run: () => drop(adminUrl, schemas) };
  });
}

async function refuseWhileUsed(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: string }>(
    `SELECT DISTINCT usename AS role FROM pg_stat_activity
      WHERE datname = current_database() AND usename = ANY($1) ORDER BY 1`,
    [SERVICES.map(roleOf)],
  );
  if (rows.length > 0)
    throw new RenewRefusedError(
      `services are connected to it (${rows.map(({ role }) => role).join(", ")})`,
    );
}

async function ownSchemas(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; own: boolean }>(
    `SELECT nspname AS name,
            CASE WHEN nspname = $2 THEN pg_get_userbyid(nspowner) = $3
                 ELSE to_regclass(quote_ident(nspname) || '.migration') IS NOT NULL
            END AS own
       FROM pg_namespace WHERE nspname = ANY($1) OR nspname = $2 ORDER BY 1`,
    [SERVICES, QUEUE_SCHEMA, roleOf("settlement")],
  );
  const foreign = rows.find(({ own }) => !own);
  if (foreign !== undefined)
    throw new RenewRefusedError(`its schema "${foreign.name}" was not created by this product`);
  return rows.map(({ name }) => name);
}

async function drop(adminUrl: string, schemas: readonly string[]): Promise<void> {
  if (schemas.length === 0) return;
  await withAdmin(adminUrl, async (client) => {
    await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(`DROP SCHEMA ${schemas.map(pg.escapeIdentifier).join(", ")} CASCADE`);
  });
}
