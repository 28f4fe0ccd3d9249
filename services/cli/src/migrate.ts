import { fileURLToPath } from "node:url";
import type pg from "pg";
import { withAdmin } from "./admin.ts";
import { applyMigrations } from "./migrate/apply.ts";
import { requireFitServer } from "./migrate/fit-server.ts";
import {
  createLockLimits,
  LOCK_LIMITS,
  type LockLimits,
  type WithLockLimits,
} from "./migrate/lock-waits.ts";
import { readServiceLogin } from "./migrate/login.ts";
import { closeDatabase, prepareSchema } from "./migrate/prepare.ts";
import { prepareRoles } from "./migrate/roles.ts";
import { SERVICES, type ServiceName } from "./services.ts";

export { TablesLockedError } from "./migrate/lock-waits.ts";
export { RoleTakenError } from "./migrate/role-holder.ts";
export { MigrationsChangedError } from "./migrate/unchanged.ts";

/** What a migration run needs. */
export interface MigrateOptions {
  /** The database, as a role that may create roles and schemas in it. */
  adminUrl: string;
  /** Each service's own URL: its role and password are what the run sets up. */
  serviceUrls: Readonly<Record<ServiceName, string>>;
  /** Told what was done, a line at a time. */
  log?: (line: string) => void;
  /** How long it waits for the locks of others, unless as {@link LOCK_LIMITS} says. */
  lockLimits?: LockLimits;
  /** The folder of a service's migrations, unless the one in this checkout. */
  folderOf?: (service: ServiceName) => string;
}

// Any fixed number will do: everyone who migrates this database waits on the same one.
const LOCK = 7_405_318_226_001n;

/**
 * Brings roles, schemas and tables of every service to where this checkout wants them. Several
 * may run at once: they take turns under an advisory lock, and the later ones find it done. Throws
 * DatabaseAwayError; UnfitServerError; RoleTakenError when the roles are another installation's; TablesLockedError when
 * somebody holds a lock for too long; and MigrationsChangedError when another version of the migrations
 * made the database.
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { adminUrl, log = () => {}, lockLimits = LOCK_LIMITS, folderOf = migrationsOf } = options;
  const logins = SERVICES.map((name) => readServiceLogin(name, options.serviceUrls[name]));
  await withAdmin(adminUrl, async (client) => {
    await requireFitServer(client);
    // Held by the session: it goes with the connection, however this process ends.
    await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    const shared = await prepareRoles(client, adminUrl, logins);
    if (shared.length > 0)
      log(`roles shared with the installation in another database: ${shared.join(", ")}`);
    await closeDatabase(client);
    const withLockLimits = createLockLimits(client, lockLimits, log);
    for (const service of SERVICES) {
      const applied = await migrateService(client, service, folderOf(service), withLockLimits);
      log(`${service}: ${applied.length === 0 ? "up to date" : `applied ${applied.join(", ")}`}`);
    }
  });
}

async function migrateService(
  client: pg.Client,
  service: ServiceName,
  folder: string,
  withLockLimits: WithLockLimits,
): Promise<string[]> {
  await prepareSchema(client, service);
  return await withLockLimits(service, () => applyMigrations(client, service, folder));
}

const migrationsOf = (service: ServiceName) =>
  fileURLToPath(new URL(`../../${service}/migrations`, import.meta.url));
