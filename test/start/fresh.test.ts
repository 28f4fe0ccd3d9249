import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { Redis } from "ioredis";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { testDatabase } from "@tms/kit/testing/database";
import { sample } from "../harness/sample.ts";
import { accessOf, leftovers, running, scene, Start } from "./start-process.ts";

const redis = process.env["TMS_TEST_REDIS_URL"];

/** Starts, stops, and returns the game that was there. */
async function startOnce(
  folder: string,
  ports: readonly string[],
  env?: NodeJS.ProcessEnv,
): Promise<string> {
  const start = new Start(folder, ports, env);
  await start.running();
  const access = await accessOf(folder);
  expect(await start.interrupt()).toBe(0);
  return access;
}

/** What `start --fresh` does. */
const FRESH: Readonly<Record<string, (skip: (note: string) => never) => Promise<void>>> = {
  async "begins anew, ends what a killed start left running, and keeps what start did not make"() {
    const { folder, ports, start: killed } = await running();
    const before = await accessOf(folder);
    killed.child.kill("SIGKILL");
    await killed.exited();
    await mkdir(join(folder, "own/redis"), { recursive: true });
    for (const file of ["notes.txt", "own/redis/lock", "logs/mine.log", "postgres/backup.sql"])
      await writeFile(join(folder, file), "mine");

    const start = new Start(folder, [...ports, "--fresh"]);
    await start.running();
    expect(await accessOf(folder)).not.toBe(before);
    const [, kept = ""] = /^Kept in .*: (.*)\.$/m.exec(start.output) ?? [];
    expect(kept.split(", ").toSorted()).toEqual([
      "logs/mine.log",
      "notes.txt",
      "own",
      "postgres/backup.sql",
    ]);
    const files = ["own/redis/lock", ...kept.split(", ")];
    expect(files.filter((file) => !existsSync(join(folder, file)))).toEqual([]);
    expect(await start.interrupt()).toBe(0);
    expect(leftovers(folder)).toEqual([]);
  },

  async "deletes nothing when it cannot start"() {
    const { folder, ports } = await scene();
    const before = await startOnce(folder, ports);
    const squatter = createServer().listen(Number(ports[1]), "127.0.0.1");
    onTestFinished(() => void squatter.close());
    await once(squatter, "listening");

    const refused: (readonly [string[], NodeJS.ProcessEnv?])[] = [
      [["--fresh", ...ports]],
      [["--fresh", "--unknown"]],
      [["--fresh", "--port", "7101"]],
      [["--fresh", ...ports.slice(2)], { DATABASE_URL: "postgres://a:b@127.0.0.1:1/tms" }],
      [["--fresh", ...ports.slice(2)], { REDIS_URL: "redis://127.0.0.1:1" }],
    ];
    for (const [args, env] of refused)
      expect([args, await new Start(folder, args, env).exited()]).toEqual([args, 1]);
    squatter.close();
    expect(await startOnce(folder, ports)).toBe(before);
  },

  async "renews the product's own part of named servers, and says which"(skip) {
    if (redis === undefined) skip("Redis is not installed");
    const { folder, ports } = await scene();
    const database = await testDatabase();
    onTestFinished(() => database.drop());
    const client = new pg.Client(database.adminUrl);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query("CREATE SCHEMA mine; CREATE TABLE mine.treasure AS SELECT 42 AS answer");
    const redisUrl = `${redis}/14`;
    const keys = new Redis(redisUrl);
    onTestFinished(() => keys.disconnect());
    await keys.mset({ mine: "42", "tms:idempotency:old": "1" });
    const env = { DATABASE_URL: database.adminUrl, REDIS_URL: redisUrl };
    const before = await startOnce(folder, ports, env);

    const start = new Start(folder, [...ports, "--fresh"], env);
    await start.running();
    expect(start.output).toContain(
      "Dropping the schemas entry, events, game, identity, settlement, tournament, wallet of the database of " +
        "DATABASE_URL. Its other schemas and the roles tms_*, which belong to the whole server, are kept.",
    );
    expect(start.output).toContain("from the Redis server of REDIS_URL. Its other keys are kept.");
    expect(await accessOf(folder)).not.toBe(before);
    const { rows } = await client.query("SELECT count(*)::int AS games FROM game.project");
    expect(rows).toEqual([{ games: 1 }]);
    expect((await client.query("SELECT answer FROM mine.treasure")).rows).toEqual([{ answer: 42 }]);
    expect(await keys.mget("mine", "tms:idempotency:old")).toEqual(["42", null]);

    // Another start, elsewhere, must not take it away from the one that runs.
    const other = await scene();
    const second = new Start(other.folder, [...other.ports, "--fresh"], env);
    expect(await second.exited()).toBe(1);
    expect(second.output).toMatch(
      /cannot clear the database of DATABASE_URL: services are connected to it \(tms_/,
    );
    expect(await start.interrupt()).toBe(0);

    await client.query("DROP SCHEMA game CASCADE; CREATE SCHEMA game");
    const foreign = new Start(folder, [...ports, "--fresh"], env);
    expect(await foreign.exited()).toBe(1);
    expect(foreign.output).toContain('its schema "game" was not created by this product');
  },
};

test.for(sample(Object.keys(FRESH), 1))("start --fresh %s", async (name, { skip }) => {
  await FRESH[name]?.(skip);
});
