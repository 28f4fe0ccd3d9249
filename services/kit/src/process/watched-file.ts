import { stat } from "node:fs/promises";
import { ConfigError } from "./config.ts";
import type { Logger } from "./log.ts";
import type { Shutdown } from "./shutdown.ts";

const LOOK_EVERY_MS = 1_000;

/** A file that an operator can replace while the process runs. */
interface WatchedFile {
  /** The name of the file in logs. */
  what: string;
  /** The environment variable that names the file or its folder. */
  setting: string;
  path: string;
  /** Reads and uses the file. Throws InvalidFileError if its content cannot be used. */
  apply: () => void | Promise<void>;
}

/** The error of a file with unusable content. The message describes the fault for an operator. */
export class InvalidFileError extends Error {
  override name = "InvalidFileError";
}

/**
 * Applies a file, and applies it again within about a second of each change. If a changed file cannot be
 * used, logs each new reason once, tries again every second, and leaves the last valid version in effect.
 * Throws ConfigError if the first version cannot be used.
 */
export async function watchFile(
  { what, setting, path, apply }: WatchedFile,
  log: Logger,
  shutdown: Shutdown,
): Promise<void> {
  let version: string | undefined;
  let fault: string | undefined;

  async function look(): Promise<void> {
    // The version is determined before `apply`, so that the next look finds a change during `apply`.
    const found = await versionOf(path);
    if (found === version) {
      fault = undefined;
      return;
    }
    const isFirst = version === undefined;
    try {
      await apply();
      version = found;
      fault = undefined;
      if (!isFirst) log.info({ path }, `reloaded the ${what}`);
    } catch (error) {
      const why = reasonOf(error);
      if (isFirst) throw new ConfigError(`${setting} ${path}: ${why}`, { cause: error });
      const text = `cannot use the changed ${what}; the last valid version stays in effect`;
      if (why !== fault) log.error({ path, why }, text);
      fault = why;
    }
  }

  await look();
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look().finally(() => (looking = undefined));
  }, LOOK_EVERY_MS).unref();
  shutdown.add(`the ${what}`, () => clearInterval(timer));
}

/** Returns a string that differs between versions of the file, even if only a link on its path changed. */
async function versionOf(path: string): Promise<string> {
  try {
    const { dev, ino, mtimeNs, ctimeNs, size } = await stat(path, { bigint: true });
    return [dev, ino, mtimeNs, ctimeNs, size].join(" ");
  } catch (error) {
    // If the file is inaccessible, its version is the error code. `apply` then reports the error.
    return codeOf(error);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof InvalidFileError) return error.message;
  const code = codeOf(error);
  return code === "ENOENT" ? "the file does not exist" : `the file cannot be read (${code})`;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : String(error);
