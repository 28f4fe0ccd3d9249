import { timestampDate } from "@bufbuild/protobuf/wkt";
import { createCallerToken } from "@tms/kit/callers/token";
import { ConfigError } from "@tms/kit/process/config";
import { createLogger } from "@tms/kit/process/log";
import { createShutdown } from "@tms/kit/process/shutdown";
import { testLog } from "@tms/kit/testing/log";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import type { World } from "../../../test/world/world.ts";
import { settlement } from "../src/context.ts";
import { findSettlement } from "../src/db/settlements.ts";
import {
  createWorkerPool,
  openQueue,
  prepareQueue,
  startWorkers,
  wake,
  type QueueConfig,
} from "../src/scheduling/queue.ts";
import { startSweeper } from "../src/scheduling/sweeper.ts";
import { settle } from "../src/settle.ts";
import { frailRedis, onRedis, REDIS_URL, redisDatabase } from "./redis.ts";
import { describe, expect, test as base, type Open, type Tournament } from "./tournament.ts";

// No other test file uses this database.
const REDIS = redisDatabase(13);

/** Opens a real queue for the settlements of a world. */
async function startQueue(world: World, config: QueueConfig) {
  const log = testLog("settlement");
  const shutdown = createShutdown(log);
  const { admin, contexts } = world;
  if (config.backend === "postgres")
    await admin.query(`CREATE SCHEMA IF NOT EXISTS bullmq AUTHORIZATION tms_settlement`);
  await prepareQueue(config, log);
  const queue = openQueue(config, log, shutdown);
  const context = { ...contexts.settlement, queue };
  return {
    /** Moves a tournament's end, and wakes a worker then, as a scheduling call does. */
    async schedule({ tournamentId }: Tournament, inMs = 0): Promise<void> {
      const at = new Date(Date.now() + inMs);
      await admin.query(`UPDATE tournament.tournament SET ends_at = $2 WHERE id = $1`, [
        tournamentId,
        at,
      ]);
      await admin.query(
        `UPDATE settlement.settlement SET due_at = $2, run_at = $2 WHERE tournament_id = $1`,
        [tournamentId, at],
      );
      await wake(context, [(await findSettlement(context.db, { tournamentId })) ?? expect.fail()]);
    },
    /** Starts workers, and the sweeper unless it is left out. They stop first. */
    work({ sweeper = true } = {}): void {
      const pool = createWorkerPool((id) => settle(context, id), 4);
      const workers = startWorkers({ queue: config, concurrency: 4 }, pool, log);
      shutdown.add("the workers", () => workers.stop());
      if (!sweeper) return;
      const sweeping = startSweeper(context, pool);
      shutdown.add("the sweeper", () => sweeping.stop());
    },
    stop: () => shutdown.run(),
  };
}

type Backend = "redis" | "postgres";

/**
 * Tests of the queue.
 *
 * - `redis`: a Redis that can go away.
 * - `start`: opens a queue that stops with the test.
 */
const test = base
  .extend("redis", async ({}, { onCleanup }) => {
    const redis = await frailRedis(REDIS);
    onCleanup(() => redis.goAway().catch(() => undefined));
    return redis;
  })
  // It stops before `redis` goes away: a worker that loses Redis while it stops waits for it.
  .extend("start", ({ world, redis }, { onCleanup }) => async (backend: Backend) => {
    const config =
      backend === "redis"
        ? { backend, url: redis.url, production: false }
        : { backend, url: world.database.urlFor("settlement") };
    const queue = await startQueue(world, config);
    onCleanup(() => queue.stop());
    return queue;
  });

const openOne = (open: Open) => open({ handles: ["ada"] });
async function openMany(open: Open, count: number): Promise<Tournament[]> {
  const tournaments: Tournament[] = [];
  while (tournaments.length < count) tournaments.push(await openOne(open));
  return tournaments;
}

async function expectSettled(...tournaments: Tournament[]): Promise<void> {
  for (const tournament of tournaments) {
    await expect.poll(() => tournament.state()).toBe(SettlementState.DONE);
    expect(await tournament.balancesOf("ada")).toEqual([3n]);
    expect((await tournament.money()).pool).toBe(0n);
  }
}

/** Returns the jobs that a queue still holds about tournaments. */
async function listJobs(world: World, backend: Backend, tournaments: readonly Tournament[]) {
  const ids = tournaments.map(({ tournamentId }) => tournamentId);
  const jobs =
    backend === "redis"
      ? await onRedis(REDIS, (redis) => redis.keys("bull:settlement:????????-*"))
      : (await world.admin.query<{ id: string }>(`SELECT id FROM bullmq.job`)).rows.map(
          ({ id }) => id,
        );
  return jobs.filter((job) => ids.some((id) => job.includes(id)));
}

describe.for(REDIS_URL ? (["redis", "postgres"] as const) : (["postgres"] as const))(
  "a queue on %s",
  (backend) => {
    test("wakes a worker at the present end, and not before", async ({ open, start }) => {
      const queue = await start(backend);
      queue.work({ sweeper: false });
      const [far, moved, near] = [await openOne(open), await openOne(open), await openOne(open)];
      await queue.schedule(far, Date.UTC(9999, 11, 31) - Date.now());
      await queue.schedule(moved, 3_600_000);
      await queue.schedule(near, 400);
      await queue.schedule(moved);
      await expectSettled(moved, near);
      const { dueTime, finishTime } = (await near.read()).settlement;
      if (!dueTime || !finishTime) return expect.fail();
      expect(timestampDate(finishTime) >= timestampDate(dueTime)).toBe(true);
      expect(await far.state()).toBe(SettlementState.SCHEDULED);
    });

    test("settles 40 at once, and keeps no job", async ({ open, start, world }) => {
      const queue = await start(backend);
      const tournaments = await openMany(open, 40);
      for (const tournament of tournaments.slice(0, 3)) await queue.schedule(tournament);
      queue.work({ sweeper: false });
      await expectSettled(...tournaments.slice(0, 3));
      await Promise.all(tournaments.slice(3).map((tournament) => queue.schedule(tournament)));
      await expectSettled(...tournaments);
      await expect.poll(() => listJobs(world, backend, tournaments)).toEqual([]);
    });
  },
);

describe.skipIf(!REDIS_URL)("a service whose Redis", () => {
  test("lost everything settles at the end", async ({ open, start }) => {
    const queue = await start("redis");
    queue.work();
    const tournament = await openOne(open);
    await queue.schedule(tournament, 300);
    await onRedis(REDIS, (redis) => redis.flushdb());
    await expectSettled(tournament);
  });

  test.for(["before", "after"] as const)(
    "goes away %s it starts settles without it, and queues when it is back",
    async (when, { open, start, redis }) => {
      if (when === "before") await redis.goAway();
      const queue = await start("redis");
      queue.work();
      const [first, second, third] = await openMany(open, 3);
      if (!first || !second || !third) return expect.fail();
      await queue.schedule(first);
      await expectSettled(first);
      if (when === "after") await redis.goAway();
      await queue.schedule(second);
      await expectSettled(second);
      await redis.comeBack();
      await queue.schedule(third);
      await expectSettled(third);
    },
  );

  test.for(["never came", "was lost"] as const)(
    "%s stops",
    async (what, { open, start, redis }) => {
      if (what === "never came") await redis.goAway();
      const queue = await start("redis");
      queue.work();
      const tournament = await openOne(open);
      await queue.schedule(tournament);
      await expectSettled(tournament);
      if (what === "was lost") await redis.goAway();
      await queue.schedule(await openOne(open));
      await queue.stop();
    },
  );
});

describe.skipIf(!REDIS_URL)("in production", () => {
  const prepare = (url: string, production = true) =>
    prepareQueue({ backend: "redis", url, production }, createLogger("test", "silent"));

  test("accepts a Redis that never evicts", () => prepare(REDIS));

  // INFO tells the length of its answer. The policy gains one character that another line loses.
  const evict = (answer: string) =>
    answer.replace(
      "maxmemory_human:0B\r\nmaxmemory_policy:noeviction",
      "maxmemory_human:0\r\nmaxmemory_policy:allkeys-lru",
    );
  test("refuses a Redis that may evict", async () => {
    const redis = await frailRedis(REDIS, evict);
    await expect(prepare(redis.url)).rejects.toThrow(ConfigError);
    await redis.goAway();
  });

  test("waits for a Redis that is away, but only there", async ({ redis }) => {
    await redis.goAway();
    await prepare(redis.url, false);
    const ready = prepare(redis.url);
    await redis.comeBack();
    await ready;
  });
});

describe("the settings", () => {
  const BASE = {
    DATABASE_URL: "postgres://tms_settlement:pw@localhost/tms",
    TOURNAMENT_URL: "http://localhost:1",
    ENTRY_URL: "http://localhost:2",
    WALLET_URL: "http://localhost:3",
    EVENTS_URL: "http://localhost:3",
    CALLERS_FILE: "/etc/tms/callers.json",
    CALLER_TOKEN: createCallerToken(),
  };
  const ON_REDIS = { REDIS_URL: "redis://localhost:6379" };
  const ON_POSTGRES = { QUEUE_DATABASE_URL: "postgres://tms_settlement:pw@localhost/tms" };
  const PRODUCTION = { NODE_ENV: "production" };

  test.for([
    ["Redis if it is set", { ...ON_REDIS }, "redis"],
    ["Redis if both are set", { ...ON_REDIS, ...ON_POSTGRES }, "redis"],
    ["Postgres if it alone is set", { ...ON_POSTGRES }, "postgres"],
    ["Redis in production", { ...ON_REDIS, ...PRODUCTION }, "redis"],
  ] as const)("choose %s", ([, env, backend]) => {
    expect(settlement.readConfig({ ...BASE, ...env }).settings.queue.backend).toBe(backend);
  });

  test.for([
    ["no queue", {}, "REDIS_URL is missing"],
    [
      "no Redis in production",
      { ...PRODUCTION },
      "REDIS_URL is missing; production requires Redis",
    ],
    ["Postgres in production", { ...ON_POSTGRES, ...PRODUCTION }, "production requires Redis"],
    ["a REDIS_URL that is no URL", { REDIS_URL: "localhost" }, "REDIS_URL must be a URL"],
  ] as const)("refuse %s", ([, env, text]) => {
    const read = () => settlement.readConfig({ ...BASE, ...env });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(text);
  });
});
