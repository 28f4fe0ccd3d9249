import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { knownSecrets, LEAKS_FOLDER, note, type Finding } from "./findings.ts";
import { secretsIn } from "./kinds.ts";

/** The secrets in the log files of a folder, at any depth: those of servers and of `start`. */
export async function secretsInLogs(folder: string, known: readonly string[]): Promise<Finding[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  // A test may have put something endless, like a device, where a log belongs.
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".log"));
  const found = await Promise.all(
    files.map(async ({ name, parentPath }) => {
      const place = `the file ${name}`;
      const text = await readFile(join(parentPath, name), "utf8");
      return secretsIn(text, known).map((secret) => ({ place, secret }));
    }),
  );
  return found.flat();
}

/** Looks for secrets in the logs of a folder that is about to be removed, and notes them. */
export async function searchLogs(folder: string): Promise<void> {
  if (process.env[LEAKS_FOLDER] === undefined || !existsSync(folder)) return;
  note(await secretsInLogs(folder, knownSecrets()));
}
