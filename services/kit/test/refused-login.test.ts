import { Code } from "@connectrpc/connect";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { administer } from "@tms/kit/database/admin";
import { openDatabase } from "@tms/kit/database/pool";
import { isTransient } from "@tms/kit/errors/transient";
import { createLogger } from "@tms/kit/process/log";
import { testDatabase, type TestDatabase } from "@tms/kit/testing/database";
import { newId } from "@tms/kit/values/ids";
import { ask, codeOf, serveGames } from "./games-service.ts";

// A role of its own: those of the services belong to all tests of the run.
const role = `login_${newId().replaceAll("-", "")}`;
let database: TestDatabase;

const setPassword = (password: string) =>
  administer(database.adminUrl, `ALTER ROLE ${role} PASSWORD '${password}'`);

beforeAll(async () => {
  database = await testDatabase();
  await administer(database.adminUrl, `CREATE ROLE ${role} LOGIN PASSWORD 'old'`);
});
afterAll(async () => {
  await administer(database.adminUrl, `DROP ROLE ${role}`);
  await database.drop();
});

test("while passwords are exchanged a service is away, and back once they agree", async () => {
  const url = Object.assign(new URL(database.adminUrl), { username: role, password: "new" }).href;
  const log = createLogger("test", "silent");
  const db = openDatabase({ url, poolSize: 1 }, "test", log);
  onTestFinished(() => db.$client.end());
  const failures: unknown[] = [];
  const service = await serveGames(async () => {
    await db.$client.query("SELECT 1").catch((error: unknown) => {
      failures.push(error);
      throw error;
    });
    return {};
  });
  expect(await codeOf(ask(service))).toBe(Code.Unavailable);
  // Settlements wait, rather than count it as a defect.
  expect(failures.map(isTransient)).toEqual([true]);
  await setPassword("new");
  expect(await codeOf(ask(service))).toBeUndefined();
});
