import { createCallerToken } from "@tms/kit/callers/token";
import { administer } from "@tms/kit/database/admin";
import { testDatabase } from "@tms/kit/testing/database";
import { addKnownSecret, findSecrets, LEAKS_FOLDER, searchText } from "@tms/kit/testing/leaks";
import { createApiKey } from "@tms/kit/values/secret";
import { Redis } from "ioredis";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { freeRedisDatabase } from "./harness/redis-database.ts";
import { findLeaks } from "./leaks.ts";

const KEY = createApiKey("test");
const MAILED = "sC3x-".repeat(9);
const random = (length: number) => "Ab0_-".repeat(18).slice(0, length);

test.for([
  ["an API key", KEY],
  ["an API key", createApiKey("live")],
  ["a caller token", createCallerToken()],
  ["a refresh token", `tmsr_${random(43)}`],
  ["a webhook secret", `whsec_${"Ab0+/".repeat(9)}`],
  ["an access token", `eyJ${random(40)}.eyJ${random(90)}.${random(86)}`],
  ["a password", "violet-lamp-otter-91"],
  ["a mailed token", MAILED],
  ["nothing", "the hint tms_live_Ab12, the hash $argon2id$v=19$m=19456$c29tZXNhbHQ, an id"],
])("finds %s in a text", ([secret, text = ""]) => {
  const found = findSecrets("a log", `{"before":"${text}","after":1}`, ["another", MAILED]);
  expect(found).toEqual(secret === "nothing" ? [] : [{ place: "a log", secret }]);
});

/** Statements that store the key in a table. */
const TABLES: Record<string, string> = {
  "public.a_json": `SELECT '{"a": [{"b": "${KEY}"}]}'::jsonb AS value`,
  "public.a_bytea": `SELECT '\\x00${Buffer.from(KEY).toString("hex")}ff'::bytea AS value`,
};
/** Commands that store the key in Redis, in the key or the value of an entry. */
const COMMANDS = [
  ["SET", "planted:string", KEY],
  ["HSET", "planted:hash", KEY, "1"],
  ["XADD", "planted:stream", "*", "request", KEY],
  ["SET", `planted:name:${KEY}`, "1"],
];

test("finds a secret in every place of a run and names the place once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tms-leaks-"));
  vi.stubEnv(LEAKS_FOLDER, folder);
  const { adminUrl, drop } = await testDatabase();
  const redisUrl = process.env["TMS_TEST_REDIS_URL"];
  const redis = redisUrl === undefined ? null : new Redis((await freeRedisDatabase()) ?? "");
  onTestFinished(async () => {
    await drop();
    vi.unstubAllEnvs();
    await redis?.flushdb();
    redis?.disconnect();
    await rm(folder, { recursive: true });
  });
  const find = async (report: string) => {
    const found = await findLeaks({ folder, databaseUrls: [adminUrl], redisUrl, report });
    const lines = found.map(({ place, secret }) => `${secret} in ${place}`);
    // Other suites use other databases of the same Redis.
    return lines.filter((line) => !/Redis key (?!planted)/.test(line)).toSorted();
  };
  const mail = `gen_random_uuid(), 'ada@example.com', 'Your link', '${KEY}'`;
  await administer(
    adminUrl,
    `INSERT INTO identity.mail (id, recipient, subject, body) VALUES (${mail})`,
  );
  expect(await find("{}")).toEqual([]);

  for (let time = 0; time < 3; time++) searchText("the log of entry", `"Bearer ${KEY}"`);
  await mkdir(join(folder, "data"));
  await writeFile(join(folder, "data", "gateway.log"), `{"path":"/key/${KEY}"}\n`);
  for (const [table, sql] of Object.entries(TABLES))
    await administer(adminUrl, `CREATE TABLE ${table} AS ${sql}`);
  for (const [command = "", ...args] of COMMANDS) await redis?.call(command, ...args);
  const redisKeys = redis === null ? [] : COMMANDS.map(([, key = ""]) => key.replace(KEY, "…"));
  const places = [
    "the log of entry",
    "the file gateway.log",
    ...Object.keys(TABLES).map((table) => `the table ${table}`),
    ...redisKeys.map((key) => `the Redis key ${key}`),
  ];
  expect(await find(`not ${addKnownSecret(MAILED)}`)).toEqual([
    "a mailed token in the report",
    ...places.map((place) => `an API key in ${place}`).toSorted(),
  ]);
});
