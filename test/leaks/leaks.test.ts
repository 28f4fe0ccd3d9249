import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { known, note, search, LEAKS_FOLDER } from "@tms/kit/testing/leaks/findings";
import { administer } from "@tms/kit/database/admin";
import { testDatabase } from "@tms/kit/testing/database";
import { createApiKey } from "@tms/kit/values/api-key";
import { newId } from "@tms/kit/values/ids";
import { Redis } from "ioredis";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { freeRedisDatabase } from "../harness/redis-database.ts";
import { secretsInRedis } from "./redis.ts";
import { databasesOf, leaksOf } from "./search.ts";

const KEY = createApiKey("test");
const PASSWORD = "violet-lamp-otter-91";
const redisUrl = process.env["TMS_TEST_REDIS_URL"];

describe.skipIf(redisUrl === undefined)("a secret in Redis", () => {
  const plants: Record<string, (redis: Redis, key: string) => Promise<unknown>> = {
    "a text": (redis, key) => redis.set(key, JSON.stringify({ body: KEY })),
    "a hash": (redis, key) => redis.hset(key, { field: KEY }),
    "the field of a hash": (redis, key) => redis.hset(key, { [KEY]: "1" }),
    "a list": (redis, key) => redis.rpush(key, "1", KEY),
    "a set": (redis, key) => redis.sadd(key, KEY),
    "a sorted set": (redis, key) => redis.zadd(key, 1, KEY),
    "a stream": (redis, key) => redis.xadd(key, "*", "request", `{"path":"/key/${KEY}"}`),
    "the name of a key": (redis, key) => redis.set(`${key}:${KEY}`, "1"),
  };

  test.for(Object.entries(plants))("is found in %s", async ([, plant]) => {
    const redis = new Redis((await freeRedisDatabase()) ?? "");
    const name = `planted:${newId().slice(0, 8)}`;
    try {
      await plant(redis, name);
      const found = await secretsInRedis(redisUrl ?? "", []);
      const places = found.filter(({ place }) => place.includes(name));
      expect(places.map(({ secret }) => secret)).toEqual(["an API key"]);
      expect(JSON.stringify(found)).not.toContain(KEY);
    } finally {
      await redis.flushdb();
      redis.disconnect();
    }
  });
});

describe("what a run leaves behind", () => {
  let folder: string;
  let reportFile: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "tms-leaks-"));
    reportFile = join(folder, "report.json");
    await writeFile(reportFile, "{}");
    vi.stubEnv(LEAKS_FOLDER, folder);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });
  const placesOf = async (databaseUrls: readonly string[] = []) =>
    (await leaksOf({ folder, databaseUrls, redisUrl: undefined, reportFile })).map(
      ({ place, secret }) => `${secret} in ${place}`,
    );

  test("is clean when no secret is in it", async () => {
    search("the log of entry", '{"level":"info","msg":"call served"}');
    expect(await placesOf()).toEqual([]);
  });

  test("tells each secret of a log, and of what suites found themselves, once", async () => {
    const line = `{"level":"info","headers":"Bearer ${KEY}","body":"${PASSWORD}"}`;
    for (let times = 0; times < 3; times++) search("the log of entry", line);
    note([{ place: "the table entry.gamer", secret: "a password" }]);
    expect(await placesOf()).toEqual([
      "an API key in the log of entry",
      "a password in the log of entry",
      "a password in the table entry.gamer",
    ]);
  });

  test("is searched for secrets without a form of their own, which suites told of", async () => {
    const token = known("sC3x-".repeat(9).slice(0, 43));
    await writeFile(reportFile, JSON.stringify({ testResults: [`not ${token}`] }));
    expect(await placesOf()).toEqual(["a mailed token in the report"]);
  });

  test("is searched for logs of servers, at any depth", async () => {
    await mkdir(join(folder, "data", "logs"), { recursive: true });
    await writeFile(join(folder, "data", "logs", "gateway.log"), `{"path":"/key/${KEY}"}\n`);
    expect(await placesOf()).toEqual(["an API key in the file gateway.log"]);
  });

  test("is searched for rows of every database", async () => {
    const [clean, other] = await Promise.all([testDatabase(), testDatabase()]);
    try {
      expect(await placesOf([clean.adminUrl, other.adminUrl])).toEqual([]);
      await administer(other.adminUrl, `CREATE TABLE public.note AS SELECT '${KEY}' AS text`);
      expect(await placesOf([clean.adminUrl, other.adminUrl])).toEqual([
        "an API key in the table public.note",
      ]);
      expect(await databasesOf(other.adminUrl)).toEqual(
        expect.arrayContaining([clean.adminUrl, other.adminUrl]),
      );
    } finally {
      await administer(other.adminUrl, "DROP TABLE IF EXISTS public.note");
      await Promise.all([clean.drop(), other.drop()]);
    }
  });

  test("that cannot be searched is an error, not clean", async () => {
    await rm(reportFile);
    await expect(placesOf()).rejects.toThrow("ENOENT");
  });
});
