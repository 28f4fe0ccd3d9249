import { renameSync, writeFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Redis } from "ioredis";
import pg from "pg";
import { expect } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { PROCESSES, type ProcessName } from "@tms/stack/system/system";
import { makeScratch } from "@tms/stack/testing/scratch";
import { until } from "@tms/stack/until";
import type { Answer, Api } from "../harness/api.ts";
import { startTestSystem } from "../harness/system.ts";
import { filesOf, FOLDER_VARIABLE, passedFile, type Fault } from "./fault.ts";

/** Requests of a client during which a process may die. */
export interface Act {
  /** Sends the requests in one attempt; false if a request was not answered. */
  act(): Promise<boolean>;
  /** Waits until an outage that is part of the story has shown, and ends it. */
  mend?(): Promise<void>;
  /** Asserts what must hold in the end, however often the requests were interrupted. */
  check(): Promise<void>;
}

/** Requests, and the points of each process at which they are cut off. */
export interface Story {
  title: string;
  /** A durable step, or `call` and the method of another service; `#2` is the second time. */
  points: Partial<Record<ProcessName, readonly string[]>>;
  /** Brings the system to the moment before the requests. */
  scene(system: CrashSystem): Promise<Act>;
}

/** A process and the point where it dies. */
export interface Death extends Fault {
  process: ProcessName;
}

/** Returns both sides of every point of a story. */
export const deathsIn = ({ points }: Story): Death[] =>
  PROCESSES.flatMap((process) =>
    (points[process] ?? []).flatMap((name) => {
      const [point = "", nth = "1"] = name.split("#");
      return (["before", "after"] as const).map((side) => ({
        process,
        point,
        side,
        nth: Number(nth),
      }));
    }),
  );

/** A system whose processes can be made to die at a point. */
export type CrashSystem = Awaited<ReturnType<typeof startCrashSystem>>;

export async function startCrashSystem() {
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
    /** The database, as its administrator. */
    db,
    /** Makes a process die when it comes to a point. */
    arm(name: ProcessName, fault: Fault) {
      const { fault: file } = processOf(name).files;
      // The file appears whole or not at all.
      writeFileSync(`${file}.new`, JSON.stringify(fault));
      renameSync(`${file}.new`, file);
    },
    /** Waits until a process has died of its fault. */
    async died(name: ProcessName) {
      const { exited, files } = processOf(name);
      let signal: NodeJS.Signals | null = null;
      void exited.then((exit) => (signal = exit.signal));
      await until(() => signal === "SIGKILL", { timeoutMs: 60_000, what: `${name}'s death` });
      return JSON.parse(await readFile(files.had, "utf8")) as Fault;
    },
    /** Kills a process wherever it is. */
    async kill(name: ProcessName) {
      const { exited, kill } = processOf(name);
      kill("SIGKILL");
      await exited;
    },
    /** Takes back a fault that did not happen, so that it disturbs no other test. */
    async disarm(name: ProcessName) {
      const { files, kill } = processOf(name);
      await rm(files.fault, { force: true });
      if (!kill("SIGCONT")) await system.restart(name);
    },
    /** Starts a dead process again after its leases have ended. */
    async startAgain(name: ProcessName) {
      for (const statement of LEASES[name] ?? []) await db.query(statement);
      if (name === "gateway" && redis) await dropMarkers(redis);
      await system.restart(name);
    },
    /** Returns the points that any process has passed. */
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
 * Statements that end what a dead process had leased, as time would: a settlement after 15 seconds,
 * an event or a request's marker after 30, an endpoint after 45.
 */
const LEASES: Partial<Record<ProcessName, readonly string[]>> = {
  settlement: [
    `UPDATE settlement.settlement SET run_at = now(), lease_until = NULL
     WHERE state <> 'done' AND (due_at <= now() OR test AND lease_until IS NOT NULL)`,
  ],
  tournament: [`UPDATE tournament.outbox SET due_at = now()`],
  identity: [`UPDATE identity.outbox SET due_at = now()`],
  events: [
    `UPDATE events.dispatch SET worker = NULL, lease_until = NULL`,
    `UPDATE events.outbox SET due_at = now()`,
  ],
  entry: [`UPDATE entry.pending_join SET retry_at = now()`],
};

async function dropMarkers(redis: Redis): Promise<void> {
  for (const key of await redis.keys("tms:idempotency:*"))
    if (!(await redis.get(key))?.includes('"answer"')) await redis.del(key);
}

type Request = [method: "GET" | "POST" | "PATCH", path: string, body?: unknown];

/** Sends a request under one key; undefined if it was not answered and is to be repeated. */
export function careful(api: Api, ...[method, path, body]: Request) {
  const headers = { "idempotency-key": newId() };
  return async (): Promise<Answer | undefined> => {
    // A connection that breaks is no answer.
    const answer = await api.call(method, path, body, { headers }).catch(() => undefined);
    if (answer === undefined || answer.status >= 500) return undefined;
    return answer.body.code === "request_in_flight" ? undefined : answer;
  };
}

/** Sends requests one after another in one attempt, each under its own key; false if one fails. */
export function sends(api: Api, ...requests: Request[]): () => Promise<boolean> {
  const all = requests.map((request) => careful(api, ...request));
  return async () => {
    for (const request of all) if (!isDone(await request())) return false;
    return true;
  };
}

/** Whether a request, and each of many in it, was answered with success. */
export const isDone = (answer: Answer | undefined): boolean =>
  answer !== undefined &&
  answer.status < 300 &&
  (answer.body.results ?? []).every(({ status }) => status < 300);

/** Runs steps of RPCs in one attempt; false if a step was not answered. */
export const answered = (work: () => Promise<unknown>) => (): Promise<boolean> =>
  work().then(
    () => true,
    () => false,
  );

/** Keeps the answers of steps, so that an attempt skips the steps that were answered before. */
export function steps() {
  const answers = new Map<string, unknown>();
  return async <T>(name: string, step: () => Promise<T>): Promise<T> => {
    if (!answers.has(name)) answers.set(name, await step());
    return answers.get(name) as T;
  };
}

const KINDS = {
  deposit: "deposits",
  withdrawal: "withdrawals",
  entry_fee: "fees",
  payout: "payouts",
  platform_fee: "platform",
  refund: "refunds",
};

/** Returns a game's transfers by kind: their number, and their sum in minor units. */
export async function ledgerOf({ db }: CrashSystem, gameId: string) {
  const { rows } = await db.query<{ kind: keyof typeof KINDS; sum: string }>(
    `SELECT kind, count(*) || ' of ' || sum(amount_minor) AS sum
     FROM wallet.transfer WHERE game_id = $1 GROUP BY kind`,
    [gameId],
  );
  return Object.fromEntries(rows.map(({ kind, sum }) => [KINDS[kind], sum]));
}

/** Returns the number that a query of one row and one column yields. */
export async function countOf({ db }: CrashSystem, query: string, ...values: unknown[]) {
  const { rows } = await db.query<{ n: string }>(`SELECT (${query}) AS n`, values);
  return Number(rows[0]?.n);
}

/** Expects a game's event log to have no gap; returns it without the events of other changes. */
export async function gaplessLog({ db }: CrashSystem, gameId: string, types = /./) {
  const { rows } = await db.query<{ id: string; sequence: number; type: string }>(
    `SELECT id, sequence::int, type FROM events.event WHERE game_id = $1 ORDER BY sequence`,
    [gameId],
  );
  const gap = rows.findIndex(({ sequence }, index) => sequence !== index + 1);
  if (gap >= 0) throw new Error(`the event log of ${gameId} has a gap at ${gap + 1}`);
  return rows.filter(({ type }) => types.test(type));
}

/** Expects the events of some types to come into a game's log, once each, in this order. */
export const expectEvents = (
  system: CrashSystem,
  gameId: string,
  types: RegExp,
  expected: readonly string[],
) =>
  expect
    .poll(async () => (await gaplessLog(system, gameId, types)).map(({ type }) => type))
    .toEqual(expected);
