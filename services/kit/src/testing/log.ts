import { createLogger, type Logger } from "../process/log.ts";
import { searchText } from "./leaks.ts";

/**
 * Returns the log of a process under test. If a level is given, lines are written to standard output.
 * Otherwise, lines from the level `debug` on are searched for secrets, and are not shown.
 */
export const testLog = (name: string, shown = process.env["LOG_LEVEL"]): Logger =>
  shown === undefined
    ? createLogger(name, "debug", { write: (line) => searchText(`the log of ${name}`, line) })
    : createLogger(name, shown);
