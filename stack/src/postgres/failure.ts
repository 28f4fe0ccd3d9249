import { serverAccount } from "../folder/account.ts";
import { isDiskFull } from "../folder/folder.ts";
import { lastLines } from "../process/exit.ts";
import { portTaken } from "../process/ports.ts";
import { DiskFullError, StackError } from "../stack-error.ts";

export interface PostgresPlace {
  dataDir: string;
  port: number;
}

/** Turns the log of initdb or of the server into a sentence. */
export function postgresFailure(log: string, { dataDir, port }: PostgresPlace): StackError {
  if (isDiskFull(dataDir, log)) return new DiskFullError(dataDir, new Error(log));
  if (/Address already in use/.test(log)) return portTaken(port, "Postgres");
  const known = KNOWN.find(([pattern]) => pattern.test(log));
  if (known) return new StackError(known[1].replace("%s", dataDir), known[2]);
  const fatal = /(?:FATAL|PANIC):\s+(.+)/.exec(log)?.[1];
  const details = Array.from(
    log.matchAll(/^.*(?:DETAIL: |HINT: |but )\s*(.+?)\.?$/gm),
    ([, text]) => text,
  );
  const reason = [fatal, ...details].filter(Boolean).join(". ");
  if (/Permission denied|invalid permissions|wrong ownership/.test(log))
    return noAccess(dataDir, reason);
  if (reason)
    return new StackError(
      `Postgres cannot use the data in ${dataDir}: ${reason}.`,
      "Restore a copy of the folder, use the release that wrote the data, or run start with `--fresh`, which deletes the data.",
    );
  return new StackError(
    "Postgres could not be started.",
    `The last lines of its log:\n${lastLines(log, 10)}`,
  );
}

const KNOWN: readonly (readonly [pattern: RegExp, sentence: string, hint: string])[] = [
  [
    /pre-existing shared memory block|lock file "postmaster.pid" already exists/,
    "Another Postgres process still uses the data in %s.",
    "If an earlier start was killed, its last queries end soon: try again. Otherwise stop that process.",
  ],
  [
    /spawn .*(ENOENT|EACCES)|exec: .*(not found|Permission denied)|error while loading shared libraries/,
    "The installed Postgres binaries cannot run on this machine.",
    "Set DATABASE_URL to your own Postgres server.",
  ],
  [
    /Cannot allocate memory|could not create (shared memory|semaphores)/,
    "This machine does not have enough free memory for Postgres.",
    "Postgres needs about 200 MB. Close other programs, or set DATABASE_URL to your own Postgres server.",
  ],
  [
    /could not look up effective user ID/,
    `This account (uid ${process.getuid?.()}) has no name on this machine, but Postgres requires one.`,
    "Use an account that is listed in /etc/passwd, or set DATABASE_URL to your own Postgres server.",
  ],
];

/** Returns the refusal of a data folder whose owner or permissions were changed. */
export function noAccess(dataDir: string, reason: string): StackError {
  const uid = serverAccount(dataDir)?.uid ?? process.getuid?.();
  return new StackError(
    `Postgres has no access to the data in ${dataDir}: ${reason}.`,
    `No data is lost. Restore the owner and the permissions: chown -R ${uid} '${dataDir}' && chmod -R u+rwX,go= '${dataDir}'`,
  );
}
