import { pino, type Logger, type LoggerOptions } from "pino";
import { standardOutput } from "./log-output.ts";

export type { Logger } from "pino";

/** JSON lines on standard output; anything that could be a secret is left out by its name. */
export function createLogger(name: string, level: string): Logger {
  const options = {
    name,
    level,
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
  // Pino's own destination waits at the exit for a reader that may be gone, with the event loop blocked.
  return pino(options, standardOutput());
}
