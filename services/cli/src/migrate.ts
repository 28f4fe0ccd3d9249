import { fileURLToPath } from "node:url";
import type pg from "pg";
import { withAdmin } from "./admin.ts";
import { applyMigrations } from "./migrate/apply.ts";
import { readServiceLogin, type ServiceLogin } from "./migrate/login.ts";
import { closeDatabase, prepareRole, prepareSchema } from "./migrate/prepare.ts";
import { SERVICES, type ServiceName } from "./services.ts";

export { MigrationsChangedError } from "./migrate/unchanged.ts";

/** What a migration run needs. */
export interface MigrateOptions {
  /** The database, as a role that may create roles and schemas in it. */
  adminUrl: string;
  /** Each service's own URL: its role and password are what the run sets up. */
  serviceUrls: Readonly<Record<ServiceName, string>>;
  /** Told what was done, a line at a time. */
  log?: (line: string) => void;
}

// Any fixed number will do: everyone who migrates this database waits on the same one.
const LOCK = 7_405_318_226_001n;

/**
 * Brings roles, schemas and tables of every service to where this checkout wants them. Several
 * may run at once: they take turns under an advisory lock, and the later ones find it done. Throws
 * DatabaseAwayError, and MigrationsChangedError when another version of the migrations made the database.
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const logins = SERVICES.map((name) => readServiceLogin(name, options.serviceUrls[name]));
  await withAdmin(options.adminUrl, async (client) => {
    // Held by the session: it goes with the connection, however this process ends.
    await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    await closeDatabase(client);
    for (const login of logins) await migrateService(client, login, options.log ?? (() => {}));
  });
}

async function migrateService(
  client: pg.Client,
  login: ServiceLogin,
  log: (line: string) => void,
): Promise<void> {
  await prepareRole(client, login);
  await prepareSchema(client, login.service);
  const applied = await applyMigrations(client, login.service, migrationsOf(login.service));
  log(`${login.service}: ${applied.length === 0 ? "up to date" : `applied ${applied.join(", ")}`}`);
}

const migrationsOf = (service: ServiceName) =>
  fileURLToPath(new URL(`../../${service}/migrations`, import.meta.url));
