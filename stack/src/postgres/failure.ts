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
      `Another Postgres process still uses the data in ${dataDir}.`,
      "If an earlier start was killed, its last queries end soon: try again. Otherwise stop that process.",
    );
  }
  if (
    /spawn .*(ENOENT|EACCES)|exec: .*(not found|Permission denied)|error while loading shared libraries/.test(
      log,
    )
  ) {
    return new StackError(
      "The installed Postgres binaries cannot run on this machine.",
      `Set DATABASE_URL to your own Postgres server. The error is: ${lastLines(log, 3)}`,
    );
  }
  if (/Cannot allocate memory|could not create (shared memory|semaphores)/.test(log)) {
    return new StackError(
      "This machine does not have enough free memory for Postgres.",
      "Postgres needs about 200 MB. Close other programs, or set DATABASE_URL to your own Postgres server.",
    );
  }
  if (/could not look up effective user ID/.test(log)) return namelessAccount();
  const fatal = /(?:FATAL|PANIC):\s+(.+)/.exec(log)?.[1];
  if (/Permission denied|invalid permissions|wrong ownership/.test(log))
    return noAccess(dataDir, [fatal, ...details(log)].filter(Boolean).join(". "));
  if (fatal) return brokenFolder(dataDir, fatal);
  return new StackError(
    "Postgres could not be started.",
    `The last lines of its log:\n${lastLines(log, 10)}`,
  );
}

/** The details and hints in a log of Postgres, without their labels. */
const details = (log: string): string[] =>
  Array.from(log.matchAll(/^.*(?:DETAIL: |HINT: |but )\s*(.+?)\.?$/gm), ([, said = ""]) => said);

/** Postgres asks the system for the name of its account. */
export const namelessAccount = (cause?: unknown): StackError =>
  new StackError(
    `This account (uid ${process.getuid?.()}) has no name on this machine, but Postgres requires one.`,
    "Use an account that is listed in /etc/passwd, or set DATABASE_URL to your own Postgres server.",
    { cause },
  );

/** The refusal of a data folder whose owner or permissions were changed. */
export function noAccess(dataDir: string, why: string): StackError {
  const uid = serverAccount(dataDir)?.uid ?? process.getuid?.();
  return new StackError(
    `Postgres has no access to the data in ${dataDir}: ${why}.`,
    `No data is lost. Restore the owner and the permissions: chown -R ${uid} ${quote(dataDir)} && chmod -R u+rwX ${quote(dataDir)}`,
  );
}
/** The refusal of a data folder that does not hold what it should. */
export function brokenFolder(dataDir: string, why: string): StackError {
  return new StackError(
    `Postgres cannot use the data in ${dataDir}: ${why}.`,
    "Restore a copy of the folder, or run start with `--fresh`, which deletes the data.",
  );
}
