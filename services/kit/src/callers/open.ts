import { readFile, stat } from "node:fs/promises";
import type { Logger } from "../process/log.ts";
import type { Shutdown } from "../process/shutdown.ts";
import { watchFile } from "../process/watched-file.ts";
import { CallersFileError, isOfAnotherRelease, parseCallers, type CallerEntry } from "./file.ts";
import { callersOf, type Callers } from "./gate.ts";

const MAX_BYTES = 4 * 1024 * 1024;

/** Reads the callers file, and reads it again when it changes. Throws ConfigError if the first version is invalid. */
export async function openCallers(path: string, log: Logger, shutdown: Shutdown): Promise<Callers> {
  let callers: Callers | undefined;
  const strangers = new Set<string>();

  function warnOfStrangers(entries: readonly CallerEntry[]): void {
    const names = entries.filter(isOfAnotherRelease).map(({ name }) => name);
    const unheard = names.filter((name) => !strangers.has(name));
    unheard.forEach((name) => strangers.add(name));
    const text =
      "this release does not know these callers and the file lists no RPCs for them; they cannot call any RPC";
    if (unheard.length > 0) log.warn({ path, callers: unheard }, text);
  }

  async function apply(): Promise<void> {
    const entries = await read(path);
    callers = callersOf(entries);
    warnOfStrangers(entries);
  }

  await watchFile({ what: "callers file", setting: "CALLERS_FILE", path, apply }, log, shutdown);
  return { identify: (token) => callers?.identify(token) };
}

async function read(path: string): Promise<CallerEntry[]> {
  const { size } = await stat(path);
  if (size > MAX_BYTES) throw new CallersFileError("the file is larger than 4 MiB");
  return parseCallers(await readFile(path, "utf8"));
}
