import { execFile, type ExecFileOptions } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, chown, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Account } from "../folder/account.ts";
import type { PostgresBinaries } from "./binaries.ts";
import { isRunning } from "../process/exit.ts";
import { mendAccess } from "../folder/mend-access.ts";
import { brokenFolder, noAccess, postgresFailure } from "./failure.ts";
import { serverEnv } from "../process/server.ts";
import { StackError } from "../stack-error.ts";

export interface Cluster {
  folder: string;
  password: string;
}

export interface ClusterOptions {
  dataDir: string;
  binaries: PostgresBinaries;
  account: Account | undefined;
  durable: boolean;
  interruption: AbortSignal | undefined;
}

/** The database cluster in a data folder: made on the first start, examined on every later one. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, binaries } = options;
  const folder = join(dataDir, "cluster");
  const passwordFile = join(dataDir, "password");
  try {
    if (existsSync(folder)) {
      await mendAccess(dataDir, options.account);
      // Postgres refuses a folder that others may enter.
      await chmod(folder, 0o700);
      await examine(folder, passwordFile, binaries.major, dataDir);
    } else await create(folder, passwordFile, options);
    return { folder, password: (await readFile(passwordFile, "utf8")).trim() };
  } catch (error) {
    options.interruption?.throwIfAborted();
    if (error instanceof StackError || !(error instanceof Error)) throw error;
    throw noAccess(dataDir, error.message);
  }
}

/** A cluster gets its name only when it is complete: one cut short is simply made again. */
async function create(
  folder: string,
  passwordFile: string,
  options: ClusterOptions,
): Promise<void> {
  const { dataDir, binaries, account, durable, interruption: signal } = options;
  const unfinished = `${folder}.new`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await rm(passwordFile, { force: true });
    await writeFile(passwordFile, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600 });
    if (account) await chown(passwordFile, account.uid, account.gid);
    await run(
      binaries.initdb,
      [
        `--pgdata=${unfinished}`,
        "--username=postgres",
        "--auth=scram-sha-256",
        `--pwfile=${passwordFile}`,
        "--encoding=UTF8",
        "--locale=C",
        ...(durable ? [] : ["--no-sync"]),
      ],
      { cwd: dataDir, env: serverEnv(), ...account, ...(signal && { signal }) },
    );
    await rename(unfinished, folder);
  } catch (error) {
    signal?.throwIfAborted();
    throw postgresFailure(String(error), { dataDir, port: 0 });
  }
}

/** Runs a program to its end, also when it is told by its signal to end early. */
async function run(file: string, args: string[], options: ExecFileOptions): Promise<void> {
  const running = promisify(execFile)(file, args, options);
  try {
    await running;
  } finally {
    if (isRunning(running.child)) await once(running.child, "exit");
  }
}

async function examine(
  folder: string,
  passwordFile: string,
  major: string,
  dataDir: string,
): Promise<void> {
  const parts = [
    "PG_VERSION",
    "postgresql.conf",
    "pg_hba.conf",
    "base",
    "global/pg_control",
    "pg_wal",
  ];
  if (!existsSync(passwordFile)) {
    throw new StackError(
      `Postgres cannot use the data in ${dataDir}: ${passwordFile} is missing.`,
      "Restore the file, or move the folder away. Without the file, `--fresh` does not delete the folder.",
    );
  }
  const files = parts.map((part) => join(folder, part));
  const missing = files.find((file) => !existsSync(file));
  if (missing) throw brokenFolder(dataDir, `${missing} is missing`);

  const found = (await readFile(join(folder, "PG_VERSION"), "utf8")).trim();
  if (!/^\d+$/.test(found)) throw brokenFolder(dataDir, "PG_VERSION does not contain a version");
  if (found !== major) {
    throw new StackError(
      `The data in ${dataDir} was written by Postgres ${found}, but this is Postgres ${major}.`,
      "Use the release that wrote the data, or run start with `--fresh`, which deletes the data.",
    );
  }
}
