import { writeSync } from "node:fs";
import { Socket } from "node:net";
import { pino, type Logger, type LoggerOptions } from "pino";
import { traceForLog } from "../tracing/spans.ts";

/** A destination of log lines that never blocks the process and never throws. */
export interface LogOutput {
  write(line: string): void;
}

/** Further lines that wait for a slow reader are dropped and counted. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Returns the standard output. Lines are lost if its reader is gone or stuck, or the disk is full. */
export function standardOutput(): LogOutput {
  return (output ??= process.stdout instanceof Socket ? toReader(process.stdout) : toFile());
}

let output: LogOutput | undefined;

/** Each line is written at once, so that an exit does not wait. */
function toReader(stream: NodeJS.WriteStream): LogOutput {
  let dropped = 0;
  // Every write fails when the reader is gone.
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

/** The stream of Node is not used, because it would close forever when the disk is full. */
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

// The fields of errors that are logged. They never contain data that a caller sent.
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
 * Returns the part of an error and of its causes that is logged. Libraries attach data to errors: ioredis the
 * command with its password, Drizzle the parameters of a query, and Postgres the row.
 */
export function loggedError(error: unknown, causes = MAX_CAUSES): LoggedError {
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
    ...(error.cause !== undefined && causes > 0 && { cause: loggedError(error.cause, causes - 1) }),
  };
}

/** The message of a Drizzle error ends with parameters. Not every process loads the class of this error. */
const messageOf = (error: Error): string =>
  error.name === "DrizzleQueryError" && "query" in error
    ? `Failed query: ${String(error.query)}`
    : error.message;

function framesOf({ stack = "" }: Error): string {
  const from = stack.search(/^ {4}at /m);
  return from === -1 ? "" : stack.slice(from, from + MAX_STACK);
}

const clip = (text: string): string =>
  text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;

export type { Logger } from "pino";

/** Creates a logger that writes JSON lines. It redacts fields if their names suggest a secret. */
export function createLogger(
  name: string,
  level: string,
  destination: LogOutput = standardOutput(),
): Logger {
  const options = {
    name,
    level,
    serializers: { err: (error: unknown) => loggedError(error) },
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
