import { administer, serviceUrl, withDatabase } from "@tms/kit/database/admin";
import { ROLE_SETTINGS } from "@tms/kit/database/pool";
import { newId } from "@tms/kit/values/ids";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { migrate } from "../src/migrate.ts";
import { SERVICES, type ServiceName } from "../src/services.ts";

const server = process.env["TMS_TEST_ADMIN_URL"] ?? "";
const database = `migrate_${newId().replaceAll("-", "")}`;
const adminUrl = withDatabase(server, database);
const urlsAt = (url: string) =>
  Object.fromEntries(SERVICES.map((name) => [name, serviceUrl(url, name)])) as Record<
    ServiceName,
    string
  >;
const serviceUrls = urlsAt(adminUrl);

beforeAll(() => administer(server, `CREATE DATABASE ${database}`));
afterAll(() => administer(server, `DROP DATABASE ${database} WITH (FORCE)`));

/** Runs a statement as a service; rejects with what Postgres says. */
async function as(service: ServiceName, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: serviceUrls[service] });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

describe("migrate", () => {
  test("succeeds for all of several that start at once, and applies everything once", async () => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    await Promise.all([1, 2, 3, 4].map(() => migrate({ adminUrl, serviceUrls, log })));
    for (const service of SERVICES) {
      const own = lines.filter((line) => line.startsWith(`${service}:`));
      expect(own.filter((line) => line.includes("applied 0001_"))).toHaveLength(1);
      expect(own.filter((line) => line.includes("up to date"))).toHaveLength(3);
    }
  });

  test("lets every service in, to its own schema, with the settings of its role", async () => {
    const names = Object.keys(ROLE_SETTINGS).map((name) => `current_setting('${name}') AS ${name}`);
    const query = `SELECT current_schemas(false)::text AS schemas, ${names.join()}`;
    for (const service of SERVICES)
      expect(await as(service, query)).toEqual([{ schemas: `{${service}}`, ...ROLE_SETTINGS }]);
  });

  test("keeps every service out of all else", async () => {
    for (const service of SERVICES) {
      const other = service === "game" ? "wallet" : "game";
      for (const statement of [
        `SELECT * FROM ${other}.request`,
        "SELECT * FROM migration",
        "CREATE TABLE stray (id int)",
        "CREATE TABLE public.stray (id int)",
        "CREATE TEMPORARY TABLE stray (id int)",
      ])
        await expect(as(service, statement)).rejects.toThrow("permission denied");
    }
  });

  test("lets nobody else connect", async () => {
    const stranger = `stranger_${newId().replaceAll("-", "")}`;
    await administer(server, `CREATE ROLE ${stranger} LOGIN PASSWORD 'secret'`);
    onTestFinished(() => administer(server, `DROP ROLE ${stranger}`));
    const url = Object.assign(new URL(adminUrl), { username: stranger, password: "secret" }).href;
    await expect(administer(url, "SELECT 1")).rejects.toThrow("permission denied for database");
  });

  test("refuses a URL of another role or without a password, and shows no password", async () => {
    const { wallet, game } = serviceUrls;
    const without = Object.assign(new URL(game), { password: "" }).href;
    for (const [wrong, sentence] of [
      [{ wallet: game, game }, /^WALLET_DATABASE_URL must use the role tms_wallet\.$/],
      [{ wallet, game: without }, "GAME_DATABASE_URL must contain the password"],
    ] as const)
      await expect(
        migrate({ adminUrl, serviceUrls: { ...serviceUrls, ...wrong } }),
      ).rejects.toThrow(sentence);
  });

  test("refuses a database with an encoding other than UTF-8", async () => {
    const name = `${database}_ascii`;
    await administer(
      server,
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'SQL_ASCII'
      LC_COLLATE 'C' LC_CTYPE 'C'`,
    );
    onTestFinished(() => administer(server, `DROP DATABASE ${name} WITH (FORCE)`));
    const ascii = withDatabase(server, name);
    await expect(migrate({ adminUrl: ascii, serviceUrls: urlsAt(ascii) })).rejects.toThrow(
      "The database has the encoding SQL_ASCII. Create a database with ENCODING 'UTF8'.",
    );
  });
});
