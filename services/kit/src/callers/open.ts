import { readFile, stat } from "node:fs/promises";
import type { Shutdown } from "../process/shutdown.ts";
import { ConfigError } from "../process/config.ts";
import type { Logger } from "../process/log.ts";
import { callersOf, type Callers } from "./gate.ts";
import { CallersFileError, isOfAnotherRelease, parseCallers, type CallerEntry } from "./file.ts";

const LOOK_EVERY_MS = 1_000;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Reads the callers file, and reads it again within about a second of a change. Logs why a new version is
 * invalid, and keeps the last valid version. Throws ConfigError if the first version is missing or invalid.
 */
export async function openCallers(path: string, log: Logger, shutdown: Shutdown): Promise<Callers> {
  let version: string | undefined;
  let callers: Callers | undefined;
  let fault: string | undefined;
  const strangers = new Set<string>();

  async function look(): Promise<void> {
    // The version is determined before `read`, so that the next look finds a change during `read`.
    const found = await versionOf(path);
    if (found === version) return;
    try {
      const entries = await read(path);
      if (callers !== undefined) log.info({ path }, "reloaded the callers file");
      callers = callersOf(entries);
      version = found;
      fault = undefined;
      warnOfStrangers(entries);
    } catch (error) {
      const why = reasonOf(error);
      if (callers === undefined)
        throw new ConfigError(`CALLERS_FILE ${path}: ${why}`, { cause: error });
      // An invalid version is read only once. A file that cannot be read is tried again at each look.
      if (error instanceof CallersFileError) version = found;
      const text = "cannot use the changed callers file; the last valid version stays in effect";
      if (why !== fault) log.error({ path, why }, text);
      fault = why;
    }
  }

  function warnOfStrangers(entries: readonly CallerEntry[]): void {
    const names = entries.filter(isOfAnotherRelease).map(({ name }) => name);
    const unheard = names.filter((name) => !strangers.has(name));
    unheard.forEach((name) => strangers.add(name));
    const text =
      "this release does not know these callers and the file lists no RPCs for them; they cannot call any RPC";
    if (unheard.length > 0) log.warn({ path, callers: unheard }, text);
  }

  await look();
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look().finally(() => (looking = undefined));
  }, LOOK_EVERY_MS).unref();
  shutdown.add("the callers file", () => clearInterval(timer));
  return { identify: (token) => callers?.identify(token) };
}

/** Returns a text that differs between versions of the file, even if only a link on its path has changed. */
async function versionOf(path: string): Promise<string> {
  try {
    const { dev, ino, mtimeNs, ctimeNs, size } = await stat(path, { bigint: true });
    return [dev, ino, mtimeNs, ctimeNs, size].join(" ");
  } catch (error) {
    // If the file is inaccessible, its version is the error code. `read` then reports the error.
    return codeOf(error);
  }
}

async function read(path: string): Promise<CallerEntry[]> {
  const { size } = await stat(path);
  if (size > MAX_BYTES) throw new CallersFileError("the file is larger than 4 MiB");
  return parseCallers(await readFile(path, "utf8"));
}

function reasonOf(error: unknown): string {
  if (error instanceof CallersFileError) return error.message;
  const code = codeOf(error);
  return code === "ENOENT" ? "the file does not exist" : `the file cannot be read (${code})`;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : String(error);
