import { createLogger, type Logger } from "../process/log.ts";
import { searchText } from "./leaks.ts";

/**
 * The log of a process under test. What it would write at its most talkative is looked through for
 * secrets; nobody sees it, unless a level is given.
 */
export const testLog = (name: string, shown = process.env["LOG_LEVEL"]): Logger =>
  shown === undefined
    ? createLogger(name, "debug", { write: (line) => searchText(`the log of ${name}`, line) })
    : createLogger(name, shown);
