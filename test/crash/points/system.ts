import { renameSync, writeFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Redis } from "ioredis";
import pg from "pg";
import { startTestSystem, type TestSystem } from "../../harness/system.ts";
import type { ProcessName } from "@tms/stack/system/system";
import { makeScratch } from "@tms/stack/testing/scratch";
import { until } from "@tms/stack/until";
import { filesOf, FOLDER_VARIABLE, passedFile, type Fault } from "./fault.ts";

/** A system whose processes can be made to die at a point. */
export interface CrashSystem extends TestSystem {
  /** The database, as its administrator. */
  db: pg.Pool;
  /** Has a process die once it comes to a point. */
  arm(name: ProcessName, fault: Fault): void;
  /** Waits until a process has died, by its fault and nothing else. */
  died(name: ProcessName): Promise<Fault>;
  /** Kills a process wherever it is. */
  kill(name: ProcessName): Promise<void>;
  /** Takes a fault back that did not come about as it should, so that it strikes nobody else. */
  disarm(name: ProcessName): Promise<void>;
  /** Starts what has died again, once whatever it had leased is free. */
  startAgain(name: ProcessName): Promise<void>;
  /** The points that any process passed so far. */
  passed(): Promise<Set<string>>;
}

export async function startCrashSystem(): Promise<CrashSystem> {
  const { folder, remove } = await makeScratch("faults");
  const preload = pathToFileURL(join(import.meta.dirname, "preload.ts")).href;
  const system = await startTestSystem({
    env: { NODE_OPTIONS: `--import ${preload}`, [FOLDER_VARIABLE]: folder },
  }).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const db = new pg.Pool({ connectionString: system.adminUrl, max: 2 });
  const redis = system.redisUrl === null ? undefined : new Redis(system.redisUrl);

  function processOf(name: ProcessName) {
    const found = system.processes.get(name);
    if (found === undefined) throw new Error(`${name} is not running`);
    return { ...found, files: filesOf(folder, found.pid) };
  }

  return {
    ...system,
    db,
    arm(name, fault) {
      const { fault: file } = processOf(name).files;
      // Appears whole or not at all.
      writeFileSync(`${file}.new`, JSON.stringify(fault));
      renameSync(`${file}.new`, file);
    },
    async died(name) {
      const { exited, files } = processOf(name);
      let signal: NodeJS.Signals | null = null;
      void exited.then((exit) => (signal = exit.signal));
      await until(() => signal === "SIGKILL", { timeoutMs: 60_000, what: `${name}'s death` });
      return JSON.parse(await readFile(files.had, "utf8")) as Fault;
    },
    async kill(name) {
      const { exited, kill } = processOf(name);
      kill("SIGKILL");
      await exited;
    },
    async disarm(name) {
      const { files, kill } = processOf(name);
      await rm(files.fault, { force: true });
      if (!kill("SIGCONT")) await system.restart(name);
    },
    async startAgain(name) {
      await endLeases(name, db, redis);
      await system.restart(name);
    },
    async passed() {
      const text = await readFile(passedFile(folder), "utf8");
      return new Set(text.trimEnd().split("\n"));
    },
    async stop() {
      redis?.disconnect();
      await db.end();
      await system.stop();
      await remove();
    },
  };
}

/**
 * Ends what a dead process had leased, as time would: a settlement after 15 seconds, an event or
 * a request's marker after 30, an endpoint after 45.
 */
async function endLeases(name: ProcessName, db: pg.Pool, redis: Redis | undefined): Promise<void> {
  if (name === "settlement")
    await db.query(
      `UPDATE settlement.settlement SET run_at = now(), lease_until = NULL
       WHERE state <> 'done' AND (due_at <= now() OR test AND lease_until IS NOT NULL)`,
    );
  if (name === "tournament") await db.query(`UPDATE tournament.outbox SET due_at = now()`);
  if (name === "identity") await db.query(`UPDATE identity.outbox SET due_at = now()`);
  if (name === "events") {
    await db.query(`UPDATE events.dispatch SET worker = NULL, lease_until = NULL`);
    await db.query(`UPDATE events.outbox SET due_at = now()`);
  }
  if (name === "entry") await db.query(`UPDATE entry.pending_join SET retry_at = now()`);
  if (name === "gateway" && redis) await dropMarkers(redis);
}

async function dropMarkers(redis: Redis): Promise<void> {
  for (const key of await redis.keys("tms:idempotency:*"))
    if (!(await redis.get(key))?.includes('"answer"')) await redis.del(key);
}
