import { runner } from "node-pg-migrate";
import type pg from "pg";
import type { ServiceName } from "../services.ts";
import { requireUnchanged } from "./unchanged.ts";

/**
 * Applies what is new in a service's folder of migrations, all or nothing; returns the names. Throws
 * MigrationsChangedError.
 */
export async function applyMigrations(
  client: pg.Client,
  service: ServiceName,
  dir: string,
): Promise<string[]> {
  await requireUnchanged(client, service, dir);
  const applied = await runner({
    dbClient: client,
    dir,
    direction: "up",
    schema: service,
    migrationsSchema: service,
    migrationsTable: "migration",
    singleTransaction: true,
    checkOrder: true,
    // The caller holds a lock around this and more.
    noLock: true,
    log: () => {},
  });
  return applied.map((migration) => migration.name);
}
