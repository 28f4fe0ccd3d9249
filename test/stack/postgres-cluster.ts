import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Account } from "./account.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import { brokenFolder, postgresFailure } from "./postgres-failure.ts";
import { serverEnv } from "./server.ts";
import { StackError } from "./stack-error.ts";

export interface Cluster {
  folder: string;
  password: string;
}

export interface ClusterOptions {
  dataDir: string;
  binaries: PostgresBinaries;
  account: Account | undefined;
  durable: boolean;
}

/** The database cluster in a data folder: made on the first start, examined on every later one. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, binaries } = options;
  const folder = join(dataDir, "cluster");
  const passwordFile = join(dataDir, "password");
  if (existsSync(folder)) await examine(folder, passwordFile, binaries.major, dataDir);
  else await create(folder, passwordFile, options);
  return { folder, password: (await readFile(passwordFile, "utf8")).trim() };
}

/** A cluster gets its name only when it is complete: one cut short is simply made again. */
async function create(
  folder: string,
  passwordFile: string,
  options: ClusterOptions,
): Promise<void> {
  const { dataDir, binaries, account, durable } = options;
  const unfinished = `${folder}.new`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await rm(passwordFile, { force: true });
    await writeFile(passwordFile, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600 });
    if (account) await chown(passwordFile, account.uid, account.gid);
    await promisify(execFile)(
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
      { cwd: dataDir, env: serverEnv(), ...account },
    );
    await rename(unfinished, folder);
  } catch (error) {
    throw postgresFailure(String(error), { dataDir, port: 0 });
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
  const files = [passwordFile, ...parts.map((part) => join(folder, part))];
  const missing = files.find((file) => !existsSync(file));
  if (missing) throw brokenFolder(dataDir, `${missing} is missing`);

  const found = (await readFile(join(folder, "PG_VERSION"), "utf8")).trim();
  if (!/^\d+$/.test(found)) throw brokenFolder(dataDir, "PG_VERSION does not hold a version");
  if (found !== major) {
    throw new StackError(
      `The data in ${dataDir} was written by Postgres ${found}, but this is Postgres ${major}.`,
      "Go on with the release that made it, or start anew with `--fresh`, which deletes it.",
    );
  }
}
