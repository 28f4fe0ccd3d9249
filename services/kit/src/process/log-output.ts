import { writeSync } from "node:fs";
import { Socket } from "node:net";

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
