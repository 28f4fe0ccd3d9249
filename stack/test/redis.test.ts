import { chmod, mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { Redis as Client } from "ioredis";
import { describe, expect, it, onTestFinished } from "vitest";
import { barrier, isRoot } from "../src/folder/account.ts";
import { cutTether, killHard, linux, scratchFolder, supervise } from "./fixtures/scene.ts";
import { cacheDir } from "../src/paths.ts";
import { freePort } from "../src/process/ports.ts";
import { findRedis } from "../src/redis/binary.ts";
import { unpackRedis } from "../src/redis/package.ts";
import { type Redis, startRedis } from "../src/redis/redis.ts";
import { runningCommand } from "../src/process/running-command.ts";

const binary = await findRedis();
const nobody = { uid: 65_534, gid: 65_534 };

async function start(dir: string, port?: number): Promise<Redis> {
  if (!binary) throw new Error("This machine has no Redis.");
  const redis = await startRedis({ binary, dir, appendonly: true, ...(port && { port }) });
  onTestFinished(() => redis.stop());
  return redis;
}

function connect(url: string): Client {
  const client = new Client(url, { retryStrategy: () => null });
  onTestFinished(() => client.disconnect());
  return client;
}

describe.runIf(binary)("a Redis of one's own", () => {
  it("refuses to evict, has a quick timer, and listens on loopback only", async () => {
    const client = connect((await start(await scratchFolder())).url);
    const promised = { "maxmemory-policy": "noeviction", hz: "100", bind: "127.0.0.1" };
    for (const [name, value] of Object.entries(promised)) {
      expect(await client.config("GET", name)).toEqual([name, value]);
    }
  });

  it("keeps its data over a restart when told to", async () => {
    const dir = await scratchFolder();
    const first = await start(dir);
    await connect(first.url).set("tournament", "42");
    await first.stop();
    expect(runningCommand(first.pid)).toBeUndefined();
    expect(await connect((await start(dir)).url).get("tournament")).toBe("42");
  });

  it.runIf(linux)("takes over from one that nobody supervises", async () => {
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

  it("leaves a stranger alone whose process id stands in a stale pid file", async () => {
    const dir = await scratchFolder();
    await writeFile(join(dir, "redis.conf"), "port 6379\n");
    await writeFile(join(dir, "redis.pid"), `${process.pid}\n`);
    expect(await connect((await start(dir)).url).ping()).toBe("PONG");
  });

  it("says who has its port, that its folder is in use, and that its data is broken", async () => {
    const port = await freePort();
    const holder = createServer().listen(port, "127.0.0.1");
    onTestFinished(() => void holder.close());
    const dir = await scratchFolder();
    await expect(start(dir, port)).rejects.toThrow(
      new RegExp(
        `^Redis cannot listen on port ${port}: it is taken by .+ \\(process ${process.pid}\\)\\.$`,
      ),
    );

    const redis = await start(dir);
    await expect(start(dir)).rejects.toThrow(`The data folder ${dir} is in use by another start`);
    await redis.stop();

    await writeFile(join(dir, "appendonlydir/appendonly.aof.manifest"), "?\n");
    await expect(start(dir)).rejects.toThrow(`Redis cannot use the data in ${dir}.`);
  });

  it.runIf(isRoot && !barrier(process.execPath, nobody) && !barrier(import.meta.dirname, nobody))(
    "starts for an ordinary account too",
    async () => {
      const home = await scratchFolder();
      await chmod(home, 0o777);
      const env = { HOME: home, TMS_CACHE_DIR: cacheDir() };
      const { url } = await supervise("redis", join(home, "data"), { account: nobody, env });
      expect(await connect(url).ping()).toBe("PONG");
    },
  );
});

describe("a Redis from the distribution's package", () => {
  it("is null where there is no package manager to ask", async () => {
    const path = process.env["PATH"];
    onTestFinished(() => void (process.env["PATH"] = path));
    process.env["PATH"] = "/nonexistent";
    expect(await unpackRedis(join(await scratchFolder(), "redis"))).toBeNull();
  });

  it("is taken from the cache once it is there", async () => {
    const folder = join(await scratchFolder(), "redis");
    await mkdir(join(folder, "usr/lib/x86_64-linux-gnu"), { recursive: true });
    expect(await unpackRedis(folder)).toEqual({
      folder,
      libraries: [join(folder, "usr/lib/x86_64-linux-gnu")],
    });
  });
});
