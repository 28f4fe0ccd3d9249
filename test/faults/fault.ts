import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The point where a process dies, right before or right after the nth time it comes there. */
export interface Fault {
  /** A durable step, or `call` and the method of another service. */
  point: string;
  side: "before" | "after";
  nth: number;
}

/** The variable with the folder that a test and the processes share. */
export const FOLDER_VARIABLE = "TMS_TEST_FAULTS";

/** The files of one process, by its id. */
export const filesOf = (folder: string, pid: number) => ({
  /** The fault to come. The test writes it at any time. */
  fault: join(folder, `${pid}.fault`),
  /** The fault that happened. The process writes it last. */
  had: join(folder, `${pid}.had`),
});

/** The file in which all processes list the points that they passed, one per line. */
export const passedFile = (folder: string) => join(folder, "passed");

/** Follows this process through its points, and kills it at the point of its fault. */
export function createWatch(folder: string, processName: string) {
  const files = filesOf(folder, process.pid);
  let known = "";
  let times = 0;

  return {
    at(point: string, side: Fault["side"]): void {
      const text = readIfThere(files.fault);
      if (text !== known) [known, times] = [text, 0];
      if (text === "") return;
      const fault = JSON.parse(text) as Fault;
      if (fault.point !== point || fault.side !== side || ++times < fault.nth) return;
      writeFileSync(files.had, text);
      process.kill(process.pid, "SIGKILL");
    },
    passed(point: string): void {
      appendFileSync(passedFile(folder), `${processName}: ${point}\n`);
    },
  };
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
