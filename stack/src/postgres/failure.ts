import { serverAccount } from "../folder/account.ts";
import { isDiskFull } from "../folder/folder.ts";
import { lastLines } from "../process/last-lines.ts";
import { portTaken } from "../process/ports.ts";
import { quote } from "../quote.ts";
import { DiskFullError, StackError } from "../stack-error.ts";

export interface PostgresPlace {
  dataDir: string;
  port: number;
}

/** Turns what initdb or the server wrote into one sentence. */
export function postgresFailure(log: string, { dataDir, port }: PostgresPlace): StackError {
  if (isDiskFull(dataDir, log)) return new DiskFullError(dataDir, new Error(log));
  if (/Address already in use/.test(log)) return portTaken(port, "Postgres");
  if (/pre-existing shared memory block|lock file "postmaster.pid" already exists/.test(log)) {
    return new StackError(
      `A Postgres that was not started here is still at work on ${dataDir}.`,
      "The queries of a killed one end by themselves, so try again in a moment; else stop it.",
    );
  }
  if (
    /spawn .*(ENOENT|EACCES)|exec: .*(not found|Permission denied)|error while loading shared libraries/.test(
      log,
    )
  ) {
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
  if (/could not look up effective user ID/.test(log)) return namelessAccount();
  const fatal = /(?:FATAL|PANIC):\s+(.+)/.exec(log)?.[1];
  if (/Permission denied|invalid permissions|wrong ownership/.test(log))
    return noAccess(dataDir, [fatal, ...details(log)].filter(Boolean).join(". "));
  if (fatal) return brokenFolder(dataDir, fatal);
  return new StackError("Postgres could not be started.", `It said:\n${lastLines(log, 10)}`);
}

/** The details and hints in a log of Postgres, without their labels. */
const details = (log: string): string[] =>
  Array.from(log.matchAll(/^.*(?:DETAIL: |HINT: |but )\s*(.+?)\.?$/gm), ([, said = ""]) => said);

/** Postgres asks the system for the name of its account. */
export const namelessAccount = (cause?: unknown): StackError =>
  new StackError(
    `This account (${process.getuid?.()}) has no name on this machine, and Postgres needs one.`,
    "Start as an account that /etc/passwd knows, or set DATABASE_URL to a Postgres of your own.",
    { cause },
  );

/** The refusal of a data folder whose owner or permissions were changed. */
export function noAccess(dataDir: string, why: string): StackError {
  const uid = serverAccount(dataDir)?.uid ?? process.getuid?.();
  return new StackError(
    `Postgres may not use the data in ${dataDir}: ${why}.`,
    `Nothing is lost. Give it back to its account: chown -R ${uid} ${quote(dataDir)} && chmod -R u+rwX ${quote(dataDir)}`,
  );
}
/** The refusal of a data folder that does not hold what it should. */
export function brokenFolder(dataDir: string, why: string): StackError {
  return new StackError(
    `Postgres cannot use the data in ${dataDir}: ${why}.`,
    "Put a copy of that folder back, or start anew with `--fresh`, which deletes it.",
  );
}
