import { writeSync } from "node:fs";
import { Socket } from "node:net";
import { pino, type Logger, type LoggerOptions } from "pino";
import { traceForLog } from "../tracing/spans.ts";

/** A destination of log lines that never blocks the process and never throws. */
export interface LogOutput {
  write(line: string): void;
}

/** The maximum number of bytes that wait for a slow reader. Further lines are dropped and counted. */
const MAX_WAITING_BYTES = 1024 * 1024;

/**
 * Returns the standard output for log lines. If its reader is gone or stuck, or the disk is full, lines are
 * lost. The process continues to serve and can end.
 */
export function standardOutput(): LogOutput {
  return (output ??= process.stdout instanceof Socket ? toReader(process.stdout) : toFile());
}

// All loggers of a process share its standard output.
let output: LogOutput | undefined;

/** Returns an output to a pipe or a terminal. Each line is written at once, so that an exit does not wait. */
function toReader(stream: NodeJS.WriteStream): LogOutput {
  let dropped = 0;
  // Errors are ignored, because every write fails when the reader is gone.
  stream.on("error", () => undefined);
  stream.on("drain", () => {
    if (dropped > 0)
      stream.write(`${JSON.stringify({ level: "warn", msg: droppedLines(dropped) })}\n`);
    dropped = 0;
  });
  return {
    write(line) {
      if (stream.writableLength < MAX_WAITING_BYTES) stream.write(line);
      else dropped += 1;
    },
  };
}

const droppedLines = (count: number): string =>
  `dropped ${count} log lines because the reader was too slow`;

/**
 * Returns an output to a file. The stream of Node is not used: it would close forever when the disk is full.
 */
function toFile(): LogOutput {
  return {
    write(line) {
      try {
        writeSync(process.stdout.fd, line);
      } catch {
        // The disk may have room again for the next line.
      }
    },
  };
}

const MAX_CAUSES = 5;
const MAX_TEXT = 1_000;
const MAX_STACK = 4_000;

// The fields of errors that are logged. They describe a failure and its place, and never contain data that a
// caller sent.
const LOGGED = [
  "code",
  "reason",
  "severity",
  "schema",
  "table",
  "constraint",
  "syscall",
  "address",
  "port",
];

export interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  cause?: LoggedError;
  [field: string]: unknown;
}

/**
 * Returns the part of an error and of its causes that is logged, within bounds. Libraries attach data to
 * errors: ioredis attaches the command with its password, Drizzle the parameters of a query, and Postgres the
 * row. Only known fields are therefore logged.
 */
export const loggedError = (error: unknown): LoggedError => toLogged(error, MAX_CAUSES);

function toLogged(error: unknown, causes: number): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: typeof error === "string" ? clip(error) : "no error" };
  const fields = LOGGED.flatMap((name) => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === "string" || typeof value === "number" ? [[name, value]] : [];
  });
  return {
    type: error.name,
    message: clip(messageOf(error)),
    ...(Object.fromEntries(fields) as Record<string, string | number>),
    stack: framesOf(error),
    ...(error.cause === undefined || causes === 0
      ? {}
      : { cause: toLogged(error.cause, causes - 1) }),
  };
}

/**
 * Returns the message of an error. The message of a Drizzle error ends with the parameters of the query, so
 * this function returns a message without them. It recognizes the error by name, because not every process
 * has a database.
 */
const messageOf = (error: Error): string =>
  error.name === "DrizzleQueryError" && "query" in error
    ? `Failed query: ${String(error.query)}`
    : error.message;

/** Returns the frames of an error's stack, without the message at the beginning of the stack. */
function framesOf({ stack = "" }: Error): string {
  const from = stack.search(/^ {4}at /m);
  return from === -1 ? "" : stack.slice(from, from + MAX_STACK);
}

const clip = (text: string): string =>
  text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;

export type { Logger } from "pino";

/**
 * Creates a logger that writes JSON lines to standard output. It redacts fields if their names suggest a
 * secret, and omits fields of errors that may contain a secret.
 */
export function createLogger(
  name: string,
  level: string,
  destination: LogOutput = standardOutput(),
): Logger {
  const options = {
    name,
    level,
    serializers: { err: loggedError },
    mixin: traceForLog,
    redact: {
      paths: [
        "authorization",
        "secret",
        "password",
        "*.authorization",
        '*["x-api-key"]',
        "*.secret",
        "*.password",
        "*.*.authorization",
        '*.*["x-api-key"]',
      ],
      censor: "[redacted]",
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  } satisfies LoggerOptions;
  // At exit, the default destination of pino blocks the event loop until its reader reads.
  return pino(options, destination);
}
