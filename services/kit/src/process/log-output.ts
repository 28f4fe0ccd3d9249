import { writeSync } from "node:fs";
import { Socket } from "node:net";

/** Takes finished log lines. Whatever becomes of them, it neither blocks the process nor throws. */
export interface LogOutput {
  write(line: string): void;
}

/** What may wait for a slow reader; lines beyond it are dropped and counted. */
const MAX_WAITING_BYTES = 1024 * 1024;

/**
 * Standard output as a place for log lines. A reader that is gone or stands still, and a disk that
 * is full, cost lines and nothing else: a process must serve, and must be able to end, without
 * anybody who listens to it.
 */
export function standardOutput(): LogOutput {
  return (output ??= process.stdout instanceof Socket ? toReader(process.stdout) : toFile());
}

// Standard output is one for the whole process, whoever logs to it.
let output: LogOutput | undefined;

/** A pipe or a terminal. Each line is tried at once, so that no exit has to wait for those before. */
function toReader(stream: NodeJS.WriteStream): LogOutput {
  let dropped = 0;
  // With its reader gone the stream takes nothing more, and there is nobody left to tell.
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
  `${count} log lines were dropped, because nobody read them in time`;

/** A file. Node's own stream would be closed for good by the first line that finds no room. */
function toFile(): LogOutput {
  return {
    write(line) {
      try {
        writeSync(process.stdout.fd, line);
      } catch {
        // There may be room again for the next line.
      }
    },
  };
}
