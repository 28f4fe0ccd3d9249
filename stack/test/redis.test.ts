import { Redis as Client } from "ioredis";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { runningCommand } from "../src/process/process.ts";
import type { Server } from "../src/servers/server.ts";
import { findRedis, unpackRedis, startRedis } from "../src/servers/redis.ts";
import { cutTether, killHard, linux, scratchFolder, supervise } from "./fixtures/scene.ts";

const binary = await findRedis();

async function start(dir: string): Promise<Server> {
  if (!binary) throw new Error("This machine has no Redis.");
  const redis = await startRedis({ binary, dir, appendonly: true });
  onTestFinished(() => redis.stop());
  return redis;
}

function connect(url: string): Client {
  const client = new Client(url, { retryStrategy: () => null });
  onTestFinished(() => client.disconnect());
  return client;
}

describe.runIf(binary)("startRedis", () => {
  test("never evicts, has a fast timer, and listens on loopback only", async () => {
    const client = connect((await start(await scratchFolder())).url);
    const promised = { "maxmemory-policy": "noeviction", hz: "100", bind: "127.0.0.1" };
    for (const [name, value] of Object.entries(promised)) {
      expect(await client.config("GET", name)).toEqual([name, value]);
    }
  });

  test("refuses clients without its password, which a restart keeps", async () => {
    const dir = await scratchFolder();
    const redis = await start(dir);
    const stranger = new URL(redis.url);
    stranger.password = "";
    const client = connect(stranger.href).on("error", () => undefined);
    await expect(client.ping()).rejects.toThrow(/NOAUTH/);
    await redis.stop();
    expect(new URL((await start(dir)).url).password).toBe(new URL(redis.url).password);
  });

  test.runIf(linux)("takes over from a server without a supervisor", async () => {
    const dir = await scratchFolder();
    const supervisor = await supervise("redis", dir);
    await connect(supervisor.url).set("tournament", "42");
    cutTether(supervisor.pid);
    await killHard(supervisor);
    expect(runningCommand(supervisor.pid)).toContain("redis-server");

    const next = await start(dir);
    expect(runningCommand(supervisor.pid)).toBeUndefined();
    expect(await connect(next.url).get("tournament")).toBe("42");
  });

  test("reports damaged data", async () => {
    const dir = await scratchFolder();
    await (await start(dir)).stop();
    await writeFile(join(dir, "appendonlydir/appendonly.aof.manifest"), "?\n");
    await expect(start(dir)).rejects.toThrow(`Redis cannot use the data in ${dir}.`);
  });
});

describe("a Redis from the distribution's package", () => {
  test("returns null without a package manager", async () => {
    const path = process.env["PATH"];
    onTestFinished(() => void (process.env["PATH"] = path));
    process.env["PATH"] = "/nonexistent";
    expect(await unpackRedis(join(await scratchFolder(), "redis"))).toBeNull();
  });
});
