import { migrate, OperatorError, type MigrateOptions } from "@tms/cli/migrate";
import { administer, withDatabase } from "@tms/kit/database/admin";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startPostgres } from "../src/servers/postgres.ts";
import type { Server } from "../src/servers/server.ts";
import { serviceUrls } from "../src/system/system.ts";
import { makeScratch, type Scratch } from "../src/testing/scratch.ts";

const DATABASES = ["production", "staging"] as const;
const ALL = ["game", "tournament", "entry", "wallet", "settlement", "identity", "events"];
type Database = (typeof DATABASES)[number];
type Urls = MigrateOptions["serviceUrls"];

// Roles belong to the whole server, so that of the run is not for these tests.
let scratch: Scratch;
let postgres: Server;

beforeAll(async () => {
  scratch = await makeScratch("installations");
  postgres = await startPostgres({ dataDir: `${scratch.folder}/postgres`, durable: false });
});
afterAll(async () => {
  await postgres?.stop();
  await scratch?.remove();
});
beforeEach(async () => {
  for (const database of DATABASES)
    await administer(postgres.url, `DROP DATABASE IF EXISTS ${database}`);
  for (const service of ALL) await administer(postgres.url, `DROP ROLE IF EXISTS tms_${service}`);
  for (const database of DATABASES) await administer(postgres.url, `CREATE DATABASE ${database}`);
});

const adminOf = (database: Database) => withDatabase(postgres.url, database);

/** The services' URLs in a database, with passwords that end as given. */
function urlsIn(database: Database, ending: string): Urls {
  const urls = Object.entries(serviceUrls(adminOf(database))).map(([service, text]) => {
    const url = new URL(text);
    url.password += ending;
    return [service, url.href] as const;
  });
  return Object.fromEntries(urls) as Urls;
}

const install = (database: Database, ending: string) =>
  migrate({ adminUrl: adminOf(database), serviceUrls: urlsIn(database, ending) });

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The services that may log in to a database with their passwords. */
async function whoMayLogIn(database: Database, ending: string): Promise<string[]> {
  const services = Object.entries(urlsIn(database, ending)).map(async ([service, url]) => {
    const rows = await ask(url, "SELECT 1").catch(() => []);
    return rows.length > 0 ? [service] : [];
  });
  return (await Promise.all(services)).flat();
}

describe("a second installation on a server", () => {
  test("that has other passwords is refused, before anything is changed", async () => {
    await install("production", "-production");
    const installing = install("staging", "-staging");
    await expect(installing).rejects.toThrow(OperatorError);
    await expect(installing).rejects.toThrow(
      /^The role tms_game belongs to the installation in the database "production" of this server\. The server refused the password that you gave for the role \(.*"tms_game"\)/,
    );
    expect(await whoMayLogIn("production", "-production")).toEqual(ALL);
    const left = `SELECT datacl AS rights, (SELECT count(*)::int FROM pg_namespace
      WHERE nspname = ANY('{${ALL.join()}}')) AS schemas
      FROM pg_database WHERE datname = current_database()`;
    expect(await ask(adminOf("staging"), left)).toEqual([{ rights: null, schemas: 0 }]);
    await install("production", "-production");
  });

  test("that has the same passwords shares the roles, and the first goes on exchanging them", async () => {
    await install("production", "-both");
    // Whether they may connect yet does not matter.
    await administer(postgres.url, "REVOKE CONNECT ON DATABASE staging FROM PUBLIC");
    await install("staging", "-both");
    for (const database of DATABASES) expect(await whoMayLogIn(database, "-both")).toEqual(ALL);
    await install("production", "-newer");
    expect(await whoMayLogIn("staging", "-newer")).toEqual(ALL);
    await expect(install("staging", "-both")).rejects.toThrow(OperatorError);
  });

  test("of which both begin at once leaves the passwords of one of them alone", async () => {
    const endings = { production: "-production", staging: "-staging" };
    const ends = await Promise.allSettled(DATABASES.map((name) => install(name, endings[name])));
    const [winner] = DATABASES.filter((_, index) => ends[index]?.status === "fulfilled");
    const refusals = ends.filter((end) => end.status === "rejected");
    expect(refusals).toEqual([expect.objectContaining({ reason: expect.any(OperatorError) })]);
    expect(await whoMayLogIn(winner ?? "production", endings[winner ?? "production"])).toEqual(ALL);
  });
});

describe("an installation", () => {
  test("takes the roles over that an earlier version has left unmarked", async () => {
    await install("production", "-old");
    for (const service of ALL)
      await administer(postgres.url, `COMMENT ON ROLE tms_${service} IS NULL`);
    await install("staging", "-new");
    expect(await whoMayLogIn("staging", "-new")).toEqual(ALL);
    await expect(install("production", "-old")).rejects.toThrow('in the database "staging"');
  });

  test("takes the roles over from a database that is gone", async () => {
    await install("production", "-gone");
    await administer(postgres.url, "DROP DATABASE production");
    await install("staging", "-new");
    expect(await whoMayLogIn("staging", "-new")).toEqual(ALL);
  });
});
