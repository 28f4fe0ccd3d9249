import { diskFull, isDiskFull } from "./folder.ts";
import { lastLines } from "./last-lines.ts";
import { portTaken } from "./ports.ts";
import { StackError } from "./stack-error.ts";

export interface PostgresPlace {
  dataDir: string;
  port: number;
}

/** Turns what initdb or the server wrote into one sentence. */
export function postgresFailure(log: string, { dataDir, port }: PostgresPlace): StackError {
  if (isDiskFull(dataDir, log)) return diskFull(dataDir, new Error(log));
  if (/Address already in use/.test(log)) return portTaken(port, "Postgres");
  if (/pre-existing shared memory block|lock file "postmaster.pid" already exists/.test(log)) {
    return new StackError(
      `A Postgres that was not started here is still at work on ${dataDir}.`,
      "The queries of a killed one end by themselves, so try again in a moment; else stop it.",
    );
  }
  if (/spawn .*(ENOENT|EACCES)|error while loading shared libraries/.test(log)) {
    return new StackError(
      "The installed Postgres binaries cannot be run on this machine.",
      `Set DATABASE_URL to a Postgres of your own. They said: ${lastLines(log, 3)}`,
    );
  }
  if (/Cannot allocate memory|could not create (shared memory|semaphores)/.test(log)) {
    return new StackError(
      "This machine has too little free memory for Postgres.",
      "It takes about 200 MB: close other programs, or set DATABASE_URL to a Postgres elsewhere.",
    );
  }
  const fatal = /.*(?:FATAL|PANIC):\s+(.+)/s.exec(log)?.[1]?.split("\n", 1)[0];
  if (fatal) return brokenFolder(dataDir, fatal);
  return new StackError("Postgres could not be started.", `It said:\n${lastLines(log, 10)}`);
}

/** The refusal of a data folder that does not hold what it should. */
export function brokenFolder(dataDir: string, why: string): StackError {
  return new StackError(
    `Postgres cannot use the data in ${dataDir}: ${why}.`,
    "Put a copy of that folder back, or start anew with `--fresh`, which deletes it.",
  );
}
