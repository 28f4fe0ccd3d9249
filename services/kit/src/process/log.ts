import { writeSync } from "node:fs";
import { Socket } from "node:net";
import { pino, type Logger, type LoggerOptions } from "pino";

/** A destination of log lines that never blocks the process and never throws. */
export interface LogOutput {
  write(line: string): void;
}

/** How much may wait for a slow reader; further lines are dropped and counted. */
const MAX_WAITING_BYTES = 1024 * 1024;

/**
 * Standard output for log lines. A reader that is gone or stuck, or a full disk, loses lines and has
 * no other effect: a process must serve, and must be able to end, without a reader.
 */
export function standardOutput(): LogOutput {
  return (output ??= process.stdout instanceof Socket ? toReader(process.stdout) : toFile());
}

// A process has one standard output, however many loggers it has.
let output: LogOutput | undefined;

/** A pipe or a terminal. Each line is written at once, so that an exit need not wait for others. */
function toReader(stream: NodeJS.WriteStream): LogOutput {
  let dropped = 0;
  // Once the reader is gone the stream accepts nothing, and nobody is left to be told.
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

/** A file. Node's own stream would close for good when the disk is full once. */
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

const MOST_CAUSES = 5;
const LONGEST_TEXT = 1_000;
const LONGEST_STACK = 4_000;

// Of words of their own: which kind of failure it is, and where. Never what somebody sent.
const TOLD = [
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

/** What the log says of an error. */
export interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  cause?: LoggedError;
  [field: string]: unknown;
}

/**
 * What the log says of an error and of what caused it, within bounds. Libraries attach what they were
 * doing: ioredis the command, with its password or a whole batch of answers, Drizzle the parameters of
 * a query, Postgres the row. So fields are told by name, and none that is not known.
 */
export const loggedError = (error: unknown): LoggedError => told(error, MOST_CAUSES);

function told(error: unknown, causes: number): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: typeof error === "string" ? clipped(error) : "no error" };
  const fields = TOLD.flatMap((name) => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === "string" || typeof value === "number" ? [[name, value]] : [];
  });
  return {
    type: error.name,
    message: clipped(messageOf(error)),
    ...(Object.fromEntries(fields) as Record<string, string | number>),
    stack: framesOf(error),
    ...(error.cause === undefined || causes === 0 ? {} : { cause: told(error.cause, causes - 1) }),
  };
}

/** Drizzle's message ends with the parameters. By its name, as not every process has a database. */
const messageOf = (error: Error): string =>
  error.name === "DrizzleQueryError" && "query" in error
    ? `Failed query: ${String(error.query)}`
    : error.message;

/** Without the message, with which a stack begins. */
function framesOf({ stack = "" }: Error): string {
  const from = stack.search(/^ {4}at /m);
  return from === -1 ? "" : stack.slice(from, from + LONGEST_STACK);
}

const clipped = (text: string): string =>
  text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;

export type { Logger } from "pino";

/**
 * Writes JSON lines to standard output, without fields whose names suggest a secret, and of errors what
 * is known to hold none.
 */
export function createLogger(
  name: string,
  level: string,
  output: LogOutput = standardOutput(),
): Logger {
  const options = {
    name,
    level,
    serializers: { err: loggedError },
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
  // At exit pino's own destination blocks the event loop until its reader, which may be gone, reads.
  return pino(options, output);
}
