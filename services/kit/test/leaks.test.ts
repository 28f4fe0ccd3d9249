import { createApiKey } from "@tms/kit/values/api-key";
import { secretsInDatabase } from "@tms/kit/testing/leaks/database";
import { testDatabase, type TestDatabase } from "@tms/kit/testing/database";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

let database: TestDatabase;
let admin: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  await admin.query(
    `CREATE TABLE public.planted (id int, word text, data jsonb, words text[], bytes bytea)`,
  );
});
afterAll(async () => {
  await admin?.end();
  await database?.drop();
});

const token = "sC3x-".repeat(9).slice(0, 43);
const key = createApiKey("live");
const password = "violet-lamp-otter-91";

test.for([
  ["a text", "word", key, "an API key"],
  ["JSON, at any depth", "data", JSON.stringify({ a: [{ b: password }] }), "a password"],
  ["a list", "words", [`Bearer ${key}`], "an API key"],
  ["bytes", "bytes", Buffer.from(`\0${key}\0`), "an API key"],
  ["bytes in base64", "word", Buffer.from(`to: ${password}`).toString("base64"), "a password"],
  ["a text that was told of", "word", `#token=${token}`, "a mailed token"],
  ["bytes that were told of", "bytes", Buffer.from(token), "a mailed token"],
] as const)("a secret in %s of a table is found, and the table is named", async (planted) => {
  const [, column, value, secret] = planted;
  expect(await secretsInDatabase(database.adminUrl, [token])).toEqual([]);
  await admin.query(`INSERT INTO public.planted (id, ${column}) VALUES (1, $1)`, [value]);
  const found = await secretsInDatabase(database.adminUrl, [token]);
  await admin.query(`DELETE FROM public.planted`);
  expect(found).toEqual([{ place: "the table public.planted", secret }]);
});

test("the mailbox may hold what mails bring", async () => {
  const mail = `VALUES (gen_random_uuid(), 'ada@example.com', 'Your link', $1)`;
  await admin.query(`INSERT INTO identity.mail (id, recipient, subject, body) ${mail}`, [password]);
  expect(await secretsInDatabase(database.adminUrl, [])).toEqual([]);
});
