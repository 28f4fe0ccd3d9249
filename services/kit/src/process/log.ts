import { writeSync } from "node:fs";
import { Socket } from "node:net";
import { pino, type Logger, type LoggerOptions } from "pino";
import { traceForLog } from "../tracing/spans.ts";

/** A destination of log lines that never blocks the process and never throws. */
interface LogOutput {
  write(line: string): void;
}

/**
 * The maximum number of bytes that wait for a slow reader. Further lines are dropped and counted, until half of
 * these bytes are read.
 */
const MAX_WAITING_BYTES = 1024 * 1024;

let output: LogOutput | undefined;

/** Returns the standard output. Lines are lost if its reader is gone or stuck, or the disk is full. */
function standardOutput(): LogOutput {
  return (output ??= process.stdout instanceof Socket ? toReader(process.stdout) : TO_FILE);
}

/** Returns an output that passes on each line immediately, so that an exit need not flush a buffer. */
function toReader(stream: NodeJS.WriteStream): LogOutput {
  let dropped = 0;
  // The error is ignored, because every write fails after the reader is gone.
  stream.on("error", () => undefined);
  const report = () => {
    const msg = `dropped ${dropped} log lines because the reader was too slow`;
    if (dropped > 0) stream.write(`${JSON.stringify({ level: "warn", msg })}\n`);
    dropped = 0;
  };
  stream.on("drain", report);
  return {
    write(line) {
      const max = dropped > 0 ? MAX_WAITING_BYTES / 2 : MAX_WAITING_BYTES;
      if (stream.writableLength >= max) {
        dropped += 1;
        return;
      }
      // A process that logs without a pause does not drain the stream.
      report();
      stream.write(line);
    },
  };
}

/** The output to a file. Node's stream is not used, because it would close forever when the disk is full. */
const TO_FILE: LogOutput = {
  write(line) {
    try {
      writeSync(process.stdout.fd, line);
    } catch {
      // The line is lost. The disk may have room again for the next line.
    }
  },
};

const MAX_CAUSES = 5;
const MAX_TEXT = 1_000;
const MAX_STACK = 4_000;

// The fields of an error that are logged, because they never contain data of a caller.
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

/**
 * Returns the fields of an error and of its causes that are logged. Other fields are left out: ioredis adds
 * the command with its password, Drizzle adds the parameters, and Postgres adds the row.
 */
function loggedError(error: unknown, causes = MAX_CAUSES): Record<string, unknown> {
  if (!(error instanceof Error))
    return { type: typeof error, message: typeof error === "string" ? clip(error) : "no error" };
  const fields = LOGGED.map((name) => [name, Reflect.get(error, name) as unknown] as const);
  const known = fields.filter(([, value]) => ["string", "number"].includes(typeof value));
  return {
    type: error.name,
    message: clip(messageOf(error)),
    ...Object.fromEntries(known),
    stack: framesOf(error),
    ...(error.cause !== undefined && causes > 0 && { cause: loggedError(error.cause, causes - 1) }),
  };
}

/** Omits the parameters of a Drizzle error. Compares the name, because not every process loads the class. */
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

/** Creates a logger of JSON lines. Redacts credentials by field name, but not in deeply nested objects. */
export function createLogger(
  name: string,
  level: string,
  destination: LogOutput = standardOutput(),
): Logger {
  // pino's default destination is not used, because at exit it blocks until its reader reads.
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
  return pino(options, destination);
}
