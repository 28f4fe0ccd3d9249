import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type pg from "pg";
import type { ServiceName } from "../services.ts";

/** A migration that this database ran reads differently now: its tables are not those the code expects. */
export class MigrationsChangedError extends Error {
  override readonly name = "MigrationsChangedError";

  constructor(service: ServiceName, migrations: readonly string[]) {
    super(
      `Another version of the ${service} service's migrations (${migrations.join(", ")}) created the database. ` +
        "Applied migrations never run again. Use the version that created the database, or an empty database.",
    );
  }
}

/**
 * Digests that migrations had while they said the storage of a column in a way that Postgres 15 cannot
 * read. What they make is the same.
 */
const FORMER_DIGESTS: ReadonlySet<string> = new Set([
  "fae19f5d1967b1d1e29e8bb9d04539416bb33d998650e1a14b50b534c8003041",
  "a90a7c91fcec202aea4c5d346d3f612a296961fe68876bd119fc1bc3cb12235f",
  "bd51cd356bbf839a6299e09a0cc66e15433b7c7a20beb0a564e07a0f6f5915c3",
  "e0068b4bd072441e54bcc74966e9fcdb6fbe75d74394ce563f07deb01619c183",
  "b5bb7c3deb899ae1ff91613ea9dc0b314f060beb92bd1a57bd2e21ac7a6c8de1",
]);

interface Migration {
  name: string;
  sha256: string;
}

/**
 * Compares what a service's schema was made by with the migrations there are, for the runner knows them
 * by name alone, and notes what the next run compares with. Throws MigrationsChangedError.
 */
export async function requireUnchanged(
  client: pg.Client,
  service: ServiceName,
  dir: string,
): Promise<void> {
  const migrations = await readMigrations(dir);
  await client.query(
    `CREATE TABLE IF NOT EXISTS ${service}.migration_content (name text PRIMARY KEY, sha256 text NOT NULL)`,
  );
  const applied = await readApplied(client, service);
  const changed = migrations.filter(({ name, sha256 }) => {
    const before = applied.get(name) ?? sha256;
    return before !== sha256 && !FORMER_DIGESTS.has(before);
  });
  if (changed.length > 0)
    throw new MigrationsChangedError(
      service,
      changed.map(({ name }) => name),
    );
  // Before they are applied: a run that ends in between is no reason to refuse the next. One that failed
  // may have been mended since.
  await client.query(
    `INSERT INTO ${service}.migration_content (name, sha256)
     SELECT * FROM unnest($1::text[], $2::text[])
     ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256`,
    [migrations.map(({ name }) => name), migrations.map(({ sha256 }) => sha256)],
  );
}

async function readMigrations(dir: string): Promise<Migration[]> {
  const files = (await readdir(dir)).filter((file) => file.endsWith(".sql"));
  const read = async (file: string) => ({
    name: basename(file, ".sql"),
    sha256: createHash("sha256")
      .update(await readFile(join(dir, file)))
      .digest("hex"),
  });
  return await Promise.all(files.map(read));
}

/** The digest of each migration that was applied; empty where none was noted. */
async function readApplied(
  client: pg.Client,
  service: ServiceName,
): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await client.query<{ found: boolean }>(
    "SELECT to_regclass($1) IS NOT NULL AS found",
    [`${service}.migration`],
  );
  // The runner makes its table when it first runs.
  if (tables[0]?.found !== true) return new Map();
  const { rows } = await client.query<Migration>(
    `SELECT m.name, coalesce(c.sha256, '') AS sha256
     FROM ${service}.migration m LEFT JOIN ${service}.migration_content c ON c.name = m.name`,
  );
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}
