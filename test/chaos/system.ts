import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { administer, withDatabase } from "@tms/kit/database/admin";
import { describeExit, type SupervisedProcess } from "@tms/stack/process/process";
import { freePorts } from "@tms/stack/testing/ports";
import { findRedis } from "@tms/stack/servers/redis";
import { StackError } from "@tms/stack/stack-error";
import { createGame } from "@tms/stack/system/demo-game";
import {
  byProcess,
  mainOf,
  serviceUrls,
  type ProcessName,
  type ProcessPorts,
} from "@tms/stack/system/system";
import { makeScratchOnDisk } from "@tms/stack/testing/scratch";
import { until } from "@tms/stack/until";
import { apiOf } from "../harness/api.ts";
import { ownPostgres, ownRedis } from "../harness/own-server.ts";
import { TRUSTING } from "../harness/people.ts";
import { playTournament, type Ask } from "../harness/players.ts";
import { PORTS_OF_A_SYSTEM, takePorts, type SystemPorts } from "../harness/ports.ts";
import { programOf } from "../harness/programs.ts";
import { startTestSystem } from "../harness/system.ts";
import { settled } from "../harness/tournament.ts";
import { CLIENT_EDGE, EDGE_NAMES, openNetwork } from "./network.ts";
import { PLANTS } from "./plants.ts";

export type ServerName = "postgres" | "redis";

/** The real system on real servers, with an edge between any two of them. */
export type ChaosSystem = Awaited<ReturnType<typeof startChaosSystem>>;

/** Starts a system, with a plant if one is named. */
export async function startChaosSystem(plant?: string) {
  const made = new AsyncDisposableStack();
  try {
    const system = { ...(await open(made, plant)), stop: () => made.disposeAsync() };
    await warmUp(system);
    return system;
  } catch (error) {
    await made.disposeAsync();
    throw error;
  }
}

async function open(made: AsyncDisposableStack, plant = "") {
  const { folder, remove } = await makeScratchOnDisk("chaos");
  made.defer(remove);
  const free = await freePorts(2 + 2 * PORTS_OF_A_SYSTEM + EDGE_NAMES.length);
  const [postgresPort = 0, redisPort = 0] = free.splice(0, 2);
  const servers = await openServers(made, folder, { postgres: postgresPort, redis: redisPort });
  const [at, spareAt] = [takePorts(free), takePorts(free)];
  const network = await openNetwork(
    { ports: at.ports, postgresPort, redisUrl: servers.redisUrl },
    free,
  );
  made.defer(() => network.close());

  const baseUrl = `http://127.0.0.1:${network.edge(CLIENT_EDGE).port}`;
  const watch = createWatch();
  const clockFileOf = (name: ProcessName) => join(folder, `clock-${name}`);
  const databaseUrls: Partial<Record<ProcessName, string>> = serviceUrls(servers.adminUrl);
  const { patches, sql } = PLANTS[plant] ?? {};
  const system = await startTestSystem({
    adminUrl: servers.adminUrl,
    redisUrl: servers.redisUrl,
    at,
    // A small pool is soon exhausted. Each person has an address of their own.
    env: { DATABASE_POOL_SIZE: "4", PUBLIC_URL: baseUrl, ...TRUSTING },
    envOf: (name) => ({
      ...network.envOf(name, databaseUrls[name]),
      NODE_OPTIONS: ["clock.ts", ...(patches?.process === name ? ["plant.preload.ts"] : [])]
        .map((file) => `--import=${pathToFileURL(join(import.meta.dirname, file)).href}`)
        .join(" "),
      CHAOS_CLOCK: clockFileOf(name),
      CHAOS_PLANT: plant,
    }),
    // A plant patches sources, and not the programs made of them.
    fileOf: (name) => (patches?.process === name ? mainOf : programOf)(name),
    onLine: (name, line) => watch.hear(name, line),
  });
  made.defer(async () => {
    for (const process of system.processes.values()) watch.excuse(process);
    await system.stop();
  });

  /** Runs work as the administrator of the database, past all edges; waits while it is down. */
  const admin = <T>(work: (client: pg.Client) => Promise<T>) =>
    administrate(servers.adminUrl, work);
  if (sql !== undefined) await admin((client) => client.query(sql));

  const [ports, spare] = [toProcessPorts(at), toProcessPorts(spareAt)];
  const getProcess = (name: ProcessName) => {
    const process = system.processes.get(name);
    if (process === undefined) throw new Error(`${name} was never started`);
    return process;
  };
  const restart = async (name: ProcessName) => {
    await system.restart(name, ports[name]);
    watch.guard(getProcess(name));
  };
  const end = async (name: ProcessName, process = getProcess(name)) => {
    watch.excuse(process);
    await process.stop();
  };
  for (const process of system.processes.values()) watch.guard(process);
  return {
    processes: system.processes,
    token: system.token,
    servers,
    network,
    watch,
    /** The public API, through the edge of the clients. */
    baseUrl,
    admin,
    /** Returns where a process, or its successor, listens, past all edges. */
    urlOf: (name: ProcessName) => `http://127.0.0.1:${ports[name].port}`,
    /** Sends SIGTERM, and waits for the end. */
    end: (name: ProcessName) => end(name),
    restart,
    async kill(name: ProcessName) {
      const process = getProcess(name);
      watch.excuse(process);
      process.kill("SIGKILL");
      await process.exited;
    },
    /** Starts a successor, leads callers there, and then ends the predecessor. */
    async replace(name: ProcessName) {
      const predecessor = getProcess(name);
      [ports[name], spare[name]] = [spare[name], ports[name]];
      await restart(name);
      network.lead(name, ports[name].port);
      await end(name, predecessor);
    },
    /** Sets the clock of a process wrong by some milliseconds. */
    async setClock(name: ProcessName, offsetMs: number) {
      await writeFile(clockFileOf(name), String(offsetMs));
      getProcess(name).kill("SIGUSR2");
    },
  };
}

const toProcessPorts = ({ ports, probePorts }: SystemPorts): Record<ProcessName, ProcessPorts> =>
  byProcess((name) => ({ port: ports[name], probePort: probePorts[name] }));

/** Starts Postgres and Redis. Postgres syncs every commit, which must survive a kill. */
async function openServers(
  made: AsyncDisposableStack,
  folder: string,
  ports: Readonly<Record<ServerName, number>>,
) {
  const binary = await findRedis();
  if (binary === null)
    throw new StackError(
      "Redis was not found.",
      "The simulation needs Redis. Install redis-server.",
    );
  const at = (name: ServerName) => ({ port: ports[name], folder: join(folder, name) });
  const postgres = await ownPostgres({ ...at("postgres"), durable: true });
  made.defer(() => postgres.remove());
  await administer(postgres.url, "CREATE DATABASE tms");
  const redis = await ownRedis(binary, at("redis"));
  made.defer(() => redis.remove());
  return { postgres, redis, adminUrl: withDatabase(postgres.url, "tms"), redisUrl: redis.url };
}

const KEPT_LINES = 4_000;
// A registration that is not closed for any other reason is a defect.
const LEFT_OPEN =
  /"reason":"(?:UNAVAILABLE|DEADLINE_EXCEEDED)".*"tournamentId":"([^"]+)","msg":"the registration could not be closed immediately/;

/** Notices processes that end or fail by themselves, and keeps their last lines. */
function createWatch() {
  /** Failures that no fault explains. */
  const crashes: string[] = [];
  const lines: string[] = [];
  /** Tournaments whose registration was not closed at once. */
  const leftOpen = new Set<string>();
  const excused = new WeakSet<SupervisedProcess>();
  return {
    crashes,
    lines,
    leftOpen,
    hear(process: string, line: string) {
      lines.push(`${new Date().toISOString()} ${process} ${line}`);
      if (lines.length > KEPT_LINES) lines.shift();
      const [, tournament] = LEFT_OPEN.exec(line) ?? [];
      if (tournament !== undefined) leftOpen.add(tournament);
      if (/"level":"fatal"|unhandledRejection|uncaughtException/.test(line))
        crashes.push(`${process} logged ${line}`);
    },
    /** From now on this process must not end, unless it is excused. */
    guard(process: SupervisedProcess) {
      const note = async () => {
        const exit = await process.exited;
        if (!excused.has(process))
          crashes.push(`${process.name} ${describeExit(exit)}, which no fault explains`);
      };
      void note();
    },
    excuse: (process: SupervisedProcess) => void excused.add(process),
  };
}

const ADMIN_PATIENCE_MS = 60_000;

/** Runs work on a connection; begins again if the server is down, so it must be repeatable. */
async function administrate<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, BigInt);
  const attempt = async () => {
    const client = new pg.Client({ connectionString, types });
    // The statement reports a broken connection itself.
    client.on("error", () => undefined);
    try {
      await client.connect();
      return { result: await work(client) };
    } catch (error) {
      // Class 57: the server shuts down, starts, or ends the session.
      if (error instanceof pg.DatabaseError && !(error.code ?? "").startsWith("57")) throw error;
      return null;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const what = "a connection to Postgres";
  return (await until(attempt, { timeoutMs: ADMIN_PATIENCE_MS, everyMs: 50, what })).result;
}

const WARM_UP_PATIENCE_MS = 120_000;

/**
 * Plays one tournament. The first requests of a process take longer than the callers of a seed wait on a
 * busy machine.
 */
async function warmUp({ baseUrl, urlOf, token }: Awaited<ReturnType<typeof open>>): Promise<void> {
  const place = { urls: { game: urlOf("game") }, token };
  const api = apiOf(baseUrl, await createGame(place, "Warm-up"));
  const ask: Ask = (method, path, body) => {
    const headers = { "idempotency-key": randomUUID() };
    const attempt = async () => {
      const answer = await api.call(method, path, body, { headers }).catch(() => null);
      return answer !== null && answer.status < 300 ? answer.body : null;
    };
    const options = { timeoutMs: WARM_UP_PATIENCE_MS, everyMs: 50, what: `${method} ${path}` };
    return until(attempt, options);
  };
  const match = { gameId: api.gameId, gamers: ["ada", "bob"], entryFee: 1 };
  await settled(api, await playTournament(ask, match), WARM_UP_PATIENCE_MS);
}
