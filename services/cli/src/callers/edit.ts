import { open, readFile, realpath, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { formatCallers, parseCallers, type CallerEntry } from "@tms/kit/callers/file";
import { CallerChangeError } from "./changes.ts";

/** The callers in a file; none where there is no file yet. */
export async function readCallers(path: string): Promise<CallerEntry[]> {
  const text = await unlessMissing(readFile(path, "utf8"));
  return text === undefined ? [] : parseCallers(text);
}

/**
 * Changes a callers file. Readers see the version before or after, and of two who change it at once
 * the second is refused. Only its owner can read a file that is made here. One that was there keeps its
 * owner and mode, so that services of another account go on reading it, and a link stays a link.
 */
export async function editCallers(
  named: string,
  change: (callers: readonly CallerEntry[]) => CallerEntry[],
): Promise<void> {
  const path = (await unlessMissing(realpath(named))) ?? named;
  // Made before reading, so that it is the lock as well.
  const draft = `${path}.new`;
  const file = await open(draft, "wx", 0o600).catch((error: unknown) => {
    throw codeOf(error) === "EEXIST"
      ? new CallerChangeError(
          `Another process is changing ${path}. If no other process runs, delete ${draft}.`,
        )
      : error;
  });
  try {
    const text = formatCallers(change(await readCallers(path)));
    // A file that no service could read must not be written.
    parseCallers(text);
    await takeAfter(file, path);
    await file.writeFile(text);
    await file.sync();
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** Gives a draft the owner and the mode of the file that it is to replace, if there is one. */
async function takeAfter(draft: FileHandle, path: string): Promise<void> {
  const before = await unlessMissing(stat(path));
  if (before === undefined) return;
  const { uid, gid } = await draft.stat();
  try {
    if (uid !== before.uid || gid !== before.gid) await draft.chown(before.uid, before.gid);
  } catch (error) {
    if (codeOf(error) !== "EPERM") throw error;
    throw new CallerChangeError(
      `${path} belongs to another account (${before.uid}:${before.gid}). Run this command as that account or as root.`,
    );
  }
  await draft.chmod(before.mode & 0o777);
}

async function unlessMissing<Value>(read: Promise<Value>): Promise<Value | undefined> {
  try {
    return await read;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;
