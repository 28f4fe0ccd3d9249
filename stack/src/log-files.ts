import { openSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { folderFailure, leaveToOwner, makeFolder } from "./folder/folder.ts";

/** A log file for each of some names. */
export interface LogFiles<Name> {
  /** Adds a line. One for which the disk has no room is lost, and the next is tried again. */
  write(name: Name, line: string): void;
}

/** Opens the log files in a folder. Each start begins them anew, which bounds them. */
export async function openLogFiles<Name extends string>(
  folder: string,
  names: readonly Name[],
): Promise<LogFiles<Name>> {
  await makeFolder(folder);
  const files = new Map(names.map((name) => [name, openAnew(folder, name)]));
  leaveLogs(folder, names);
  return {
    write(name, line) {
      try {
        writeSync(files.get(name) ?? -1, `${line}\n`);
      } catch {
        // A log is not worth a stop.
      }
    },
  };
}

function openAnew(folder: string, name: string): number {
  try {
    return openSync(fileOf(folder, name), "w");
  } catch (error) {
    throw folderFailure(folder, error);
  }
}

function leaveLogs(folder: string, names: readonly string[]): void {
  const files = names.map((name) => fileOf(folder, name));
  try {
    leaveToOwner(dirname(folder), [folder, ...files]);
  } catch (error) {
    throw folderFailure(folder, error);
  }
}

const fileOf = (folder: string, name: string): string => join(folder, `${name}.log`);
