import { pino, type Logger, type LoggerOptions } from "pino";
import { standardOutput, type LogOutput } from "./log-output.ts";
import { loggedError } from "./logged-error.ts";

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
