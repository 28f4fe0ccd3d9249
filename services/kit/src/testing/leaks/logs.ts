import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { knownSecrets, LEAKS_FOLDER, note, type Finding } from "./findings.ts";
import { secretsIn } from "./kinds.ts";

/** The secrets in the log files of a folder, at any depth: those of servers and of `start`. */
export async function secretsInLogs(folder: string, known: readonly string[]): Promise<Finding[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    file.endsWith(".log"),
  );
  const found = await Promise.all(
    files.map(async (file) => {
      const place = `the file ${basename(file)}`;
      const text = await readFile(join(folder, file), "utf8");
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
