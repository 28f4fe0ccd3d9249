import { execFileSync } from "node:child_process";
import { chmod, chown, mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { canEnter, isRoot } from "../src/paths.ts";
import { explainPostgres, startPostgres, type PostgresOptions } from "../src/servers/postgres.ts";
import { runningCommand } from "../src/process/process.ts";
import { serverFailure, type Server } from "../src/servers/server.ts";
import { StackError } from "../src/stack-error.ts";
import { freePort } from "../src/testing/ports.ts";
import { cutTether, killHard, linux, scratchFolder, supervise } from "./fixtures/scene.ts";

const nobody = { uid: 65_534, gid: 65_534 };

async function start(options: Omit<PostgresOptions, "durable">): Promise<Server> {
  const postgres = await startPostgres({ ...options, durable: false });
  onTestFinished(() => postgres.stop());
  return postgres;
}

const failureOf = (log: string) =>
  serverFailure({ name: "Postgres", explain: explainPostgres }, { folder: "/data", port: 1 }, log);

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: "array" });
    return rows.flat();
  } finally {
    await client.end();
  }
}

describe("startPostgres", () => {
  test("listens on loopback, requires its password, and logs no errors of clients", async () => {
    const port = await freePort();
    const dataDir = await scratchFolder();
    const { url } = await start({ dataDir, port });
    expect(await query(url, "SHOW port")).toEqual([String(port)]);
    expect(await query(url, "SHOW listen_addresses")).toEqual(["127.0.0.1"]);
    expect((await stat(join(dataDir, "password"))).mode & 0o777).toBe(0o600);
    await expect(query(url.replace(/:[^:@]+@/, ":guess@"), "SELECT 1")).rejects.toThrow(
      /password authentication failed/,
    );
    await expect(query(url, "SELECT no_such_column")).rejects.toThrow("no_such_column");
    expect(await readFile(join(dataDir, "postgres.log"), "utf8")).not.toContain("no_such_column");
  });

  test.runIf(linux)(
    "takes over from a server without a supervisor, and keeps its data",
    async () => {
      const dataDir = await scratchFolder();
      const supervisor = await supervise("postgres", dataDir);
      await query(supervisor.url, "CREATE TABLE tournament AS SELECT 42 AS answer");
      cutTether(supervisor.pid);
      await killHard(supervisor);
      expect(runningCommand(supervisor.pid)).toContain("postgres");

      const next = await start({ dataDir });
      expect(runningCommand(supervisor.pid)).toBeUndefined();
      expect(await query(next.url, "SELECT answer FROM tournament")).toEqual([42]);
    },
  );

  test("reports the end of a killed server, and recovers its data", async () => {
    const dataDir = await scratchFolder();
    const first = await startPostgres({ dataDir, durable: true });
    await query(first.url, "CREATE TABLE tournament AS SELECT 42 AS answer");
    process.kill(first.pid, "SIGKILL");
    expect(await first.exited).toMatchObject({ signal: "SIGKILL" });
    await first.stop();

    const second = await start({ dataDir });
    expect(await query(second.url, "SELECT answer FROM tournament")).toEqual([42]);
  });

  test("leaves another process alone if its id is in a stale pid file", async () => {
    const dataDir = await scratchFolder();
    await (await start({ dataDir })).stop();
    await writeFile(join(dataDir, "cluster/postmaster.pid"), `${process.pid}\n${dataDir}\n`);
    await start({ dataDir });
    expect(runningCommand(process.pid)).toBeDefined();
  });

  test("recreates a cluster whose creation was interrupted", async () => {
    const dataDir = await scratchFolder();
    await mkdir(join(dataDir, "cluster.new/base"), { recursive: true });
    await writeFile(join(dataDir, "password"), "of the one cut short\n");
    const { url } = await start({ dataDir });
    expect(await query(url, "SELECT 1")).toEqual([1]);
  });

  test.runIf(isRoot && canEnter(process.execPath, nobody) && canEnter(import.meta.dirname, nobody))(
    "starts for an ordinary account",
    async () => {
      const home = await scratchFolder();
      await chmod(home, 0o777);
      const env = { HOME: home };
      const { url } = await supervise("postgres", join(home, "data"), { account: nobody, env });
      expect(await query(url, "SELECT 1")).toEqual([1]);
    },
  );
});

describe("startPostgres refuses in one sentence", () => {
  test("a second start on the same folder, which leaves the first alone", async () => {
    const dataDir = await scratchFolder();
    const { url } = await start({ dataDir });
    await expect(start({ dataDir })).rejects.toThrow(
      `The data folder ${dataDir} is in use by another start command (process ${process.pid}).`,
    );
    expect(await query(url, "SELECT 1")).toEqual([1]);
  });

  test("a changed owner or permissions, with the command that restores them", async () => {
    const dataDir = await scratchFolder();
    await (await start({ dataDir })).stop();
    await chmod(join(dataDir, "cluster"), 0o777);
    if (isRoot) await chown(join(dataDir, "cluster/global/pg_control"), 0, 0);
    const failure: unknown = await start({ dataDir }).catch((error: unknown) => error);
    if (!(failure instanceof StackError)) throw new Error("Postgres started", { cause: failure });
    expect(failure.message).toContain(`Postgres has no access to the data in ${dataDir}: `);
    const [, command = ""] = /permissions: (.*)$/.exec(failure.hint) ?? [];
    execFileSync("sh", ["-c", command]);
    const { url } = await start({ dataDir });
    expect(await query(url, "SELECT 1")).toEqual([1]);
  });

  test.each([
    [
      'FATAL:  data directory "/d" has invalid permissions\nDETAIL:  Permissions should be u=rwx (0700) or u=rwx,g=rx (0750).',
      "has invalid permissions. Permissions should be u=rwx (0700) or u=rwx,g=rx (0750).",
    ],
    [
      'postgres: could not find the database system\nExpected to find it in the directory "/d",\nbut could not open file "/d/global/pg_control": Permission denied',
      ': could not open file "/d/global/pg_control": Permission denied.',
    ],
  ])("%s, without advice to delete data", (log, said) => {
    const failure = failureOf(log);
    expect(failure.message).toContain("Postgres has no access to the data in /data: ");
    expect(failure.message).toContain(said);
    expect(failure.hint).not.toMatch(/fresh|delete/);
  });

  test("a data folder without one of its files, of another version, and damaged", async () => {
    const dataDir = await scratchFolder();
    await (await start({ dataDir })).stop();
    const cluster = join(dataDir, "cluster");
    const sentence = `Postgres cannot use the data in ${dataDir}: `;
    for (const name of ["PG_VERSION", "global/pg_control", "pg_hba.conf", "../password"]) {
      const file = join(cluster, name);
      await rename(file, join(dataDir, "away"));
      await expect(start({ dataDir })).rejects.toThrow(sentence);
      await rename(join(dataDir, "away"), file);
    }
    const version = await readFile(join(cluster, "PG_VERSION"));
    await writeFile(join(cluster, "PG_VERSION"), "15\n");
    await expect(start({ dataDir })).rejects.toThrow(/cannot use the data in .*version 15/);
    await writeFile(join(cluster, "PG_VERSION"), version);
    await writeFile(join(cluster, "global/pg_control"), Buffer.alloc(8192));
    await expect(start({ dataDir })).rejects.toThrow(sentence);
  });

  test.runIf(isRoot)("a data folder that only root can enter", async () => {
    const closed = await scratchFolder();
    await chmod(closed, 0o700);
    await mkdir(join(closed, "data"));
    await expect(start({ dataDir: join(closed, "data") })).rejects.toThrow(
      `Only root can enter ${closed}. Postgres and Redis do not run as root`,
    );
  });

  test.each([
    [
      "initdb: error: could not write file: No space left on device",
      "The disk that holds /data is full.",
    ],
    [
      "FATAL:  could not write lock file: No space left on device",
      "The disk that holds /data is full.",
    ],
    [
      "LOG:  could not bind IPv4 address: Address already in use",
      "Postgres cannot listen on port 1 because",
    ],
    [
      "FATAL:  could not map anonymous shared memory: Cannot allocate memory",
      "does not have enough free memory",
    ],
    [
      "Error: spawn /x/initdb ENOENT",
      "The installed Postgres binaries cannot run on this machine.",
    ],
    ["Segmentation fault", "Postgres could not be started."],
  ])("%s", (log, sentence) => {
    const failure = failureOf(log);
    expect(failure.message).toContain(sentence);
    expect(failure.hint).not.toBe("");
  });
});
