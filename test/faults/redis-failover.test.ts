import { createConnection } from "node:net";
import { testLog } from "@tms/kit/testing/log";
import { newId } from "@tms/kit/values/ids";
import { createShutdown } from "@tms/kit/process/shutdown";
import { findRedis } from "@tms/stack/servers/redis";
import { Redis } from "ioredis";
import { describe, expect, test as base } from "../world/test.ts";
import { createRedisStore } from "../../gateway/src/idempotency/stores.ts";
import { openRedis } from "../../gateway/src/redis.ts";
import {
  createWorkerPool,
  openQueue,
  startWorkers,
} from "../../services/settlement/src/scheduling/queue.ts";
import { freePort } from "@tms/stack/testing/ports";
import { ownRedis } from "../harness/own-server.ts";
import { openRelay } from "../harness/relay.ts";

const binary = await findRedis();

/**
 * Two servers behind one address. `moving.failOver` makes the second one the leader and moves the
 * address; connections to the first one stay.
 */
const test = base
  .extend("moving", { scope: "file" }, async ({}, { onCleanup }) => {
    if (binary === null) throw new Error("there is no Redis");
    const [first, second] = [await ownRedis(binary), await ownRedis(binary)];
    // Without passwords, the address is the same for both, and each can be the replica of the other.
    for (const { url } of [first, second]) await run(url, "CONFIG", "SET", "requirepass", "");
    let leader = first;
    const relay = await openRelay(await freePort(), (client, track) => {
      const server = track(createConnection(leader.port, "127.0.0.1"));
      client.pipe(server).pipe(client);
    });
    onCleanup(async () => {
      await relay.close();
      await Promise.all([first.remove(), second.remove()]);
    });
    return {
      url: `redis://127.0.0.1:${relay.port}`,
      async failOver() {
        const demoted = leader;
        leader = demoted === first ? second : first;
        await run(leader.url, "REPLICAOF", "NO", "ONE");
        await run(demoted.url, "REPLICAOF", "127.0.0.1", String(leader.port));
      },
    };
  })
  .extend("shutdown", async ({}, { onCleanup }) => {
    const shutdown = createShutdown(testLog("redis"));
    onCleanup(() => shutdown.run());
    return shutdown;
  });

async function run(url: string, command: string, ...args: string[]): Promise<void> {
  const redis = new Redis(url);
  await redis.call(command, ...args);
  redis.disconnect();
}

describe.skipIf(binary === null)("a failover of Redis that keeps connections", () => {
  test("leaves the gateway its store for repeats", async ({ moving, shutdown }) => {
    const { url } = moving;
    const options = { url, purpose: "a test", commandLimitMs: 1_000 };
    const store = createRedisStore(openRedis(options, testLog("gateway"), shutdown));
    const begin = () =>
      store.begin(newId(), "f").then(({ held }) => held?.state ?? "begun", String);
    await expect.poll(begin).toBe("begun");
    await moving.failOver();
    await expect.poll(begin).toBe("begun");
  });

  test("leaves settlement its wake-ups", async ({ moving, shutdown }) => {
    const config = { backend: "redis", url: moving.url, production: false } as const;
    const settled = new Set<string>();
    const pool = createWorkerPool(async (id) => void settled.add(id), 1);
    const queue = openQueue(config, testLog("settlement"), shutdown);
    const workers = startWorkers({ queue: config, concurrency: 1 }, pool, testLog("settlement"));
    shutdown.add("the workers", () => workers.stop());
    const isWoken = async () => {
      const tournamentId = newId();
      await queue.add([{ tournamentId, at: new Date() }]).catch(() => undefined);
      await expect.poll(() => settled.has(tournamentId), { timeout: 2_000 }).toBe(true);
    };
    await expect.poll(() => isWoken().then(() => "woken", String)).toBe("woken");
    await moving.failOver();
    await expect.poll(() => isWoken().then(() => "woken", String)).toBe("woken");
  });
});
