import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { testDatabase, type TestDatabase } from "@tms/kit/testing/database";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { migrate, OperatorError, type MigrateOptions } from "../src/migrate.ts";
import { SERVICES, type ServiceName } from "../src/services.ts";

// A migration that alters a table of the game service, while somebody reads it.

let database: TestDatabase;
let reader: pg.Client;
let service: pg.Client;
let folders: string;

beforeEach(async () => {
  database = await testDatabase();
  folders = await mkdtemp(join(tmpdir(), "tms-migrations-"));
  await cp(folderOf("game"), join(folders, "game"), { recursive: true });
  await writeFile(join(folders, "game/0099_note.sql"), "ALTER TABLE game ADD COLUMN note text;");
  reader = await connect("a long report");
  service = await connect("a service");
  await reader.query("BEGIN");
  await reader.query("SELECT FROM game.game");
});
afterEach(async () => {
  await reader.end();
  await service.end();
  await rm(folders, { recursive: true });
  await database.drop();
});

const folderOf = (name: ServiceName) =>
  fileURLToPath(new URL(`../../${name}/migrations`, import.meta.url));

async function connect(name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.adminUrl, application_name: name });
  await client.connect();
  return client;
}

/** Starts a run with the new migration of the game service. Returns its lines and its end. */
function migrating(limits: Partial<MigrateOptions["lockLimits"]> = {}) {
  const lines: string[] = [];
  const serviceUrls = Object.fromEntries(
    SERVICES.map((name) => [name, database.urlFor(name)]),
  ) as Record<ServiceName, string>;
  const done = migrate({
    adminUrl: database.adminUrl,
    serviceUrls,
    log: (line) => void lines.push(line),
    lockLimits: { timeoutMs: 200, attempts: 1_000, pauseMs: 10, ...limits },
    folderOf: (name) => (name === "game" ? join(folders, "game") : folderOf(name)),
  });
  // The test handles a failure when it awaits the run.
  done.catch(() => undefined);
  return { lines, done };
}

const WAITING = `SELECT 1 FROM pg_locks l JOIN pg_stat_activity a USING (pid)
  WHERE NOT l.granted AND l.mode = 'AccessExclusiveLock' AND a.datname = current_database()
    AND a.application_name = 'tms'`;

describe("a migration that waits for a lock", () => {
  test("lets other statements pass, reports its attempts, and is applied after the lock is free", async () => {
    const { lines, done } = migrating();
    const isWaiting = async () => (await service.query(WAITING)).rowCount;
    await expect.poll(isWaiting).toBe(1);
    // The statement succeeds before the reader ends.
    await service.query("SELECT FROM game.game");
    const waits = () => lines.filter((line) => line.includes("attempt"));
    await expect.poll(waits).not.toEqual([]);
    expect(waits()[0]).toMatch(/^game: waiting for a lock on its tables, attempt \d+ of 1000$/);
    await reader.query("COMMIT");
    await done;
    expect(lines).toContain("game: applied 0099_note");
    await service.query("SELECT note FROM game.game");
  });

  test("gives up after its attempts, and changes nothing", async () => {
    const { lines, done } = migrating({ attempts: 3 });
    await expect(done).rejects.toThrow(OperatorError);
    await expect(done).rejects.toThrow(
      /^The migrations of the game service could not get a lock on its tables in 3 attempts/,
    );
    expect(lines.filter((line) => line.includes("attempt"))).toHaveLength(2);
    const { rows } = await reader.query<{ name: string }>("SELECT name FROM game.migration");
    expect(rows.map(({ name }) => name)).not.toContain("0099_note");
  });
});
