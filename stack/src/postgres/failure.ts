import { serverAccount } from "../folder/account.ts";
import { StackError } from "../stack-error.ts";

/** Turns a known failure in the log of initdb or of the server into a sentence. */
export function explainPostgres(log: string, dataDir: string): StackError | undefined {
  const known = KNOWN.find(([pattern]) => pattern.test(log));
  if (known) return new StackError(known[1].replace("%s", dataDir), known[2]);
  const [, fatal] = /(?:FATAL|PANIC):\s+(.+)/.exec(log) ?? [];
  const details = Array.from(
    log.matchAll(/(?:DETAIL: |HINT: |but )\s*(.+?)\.?$/gm),
    ([, text]) => text,
  );
  const reason = [fatal, ...details].filter(Boolean).join(". ");
  if (/Permission denied|invalid permissions|wrong ownership/.test(log))
    return noAccess(dataDir, reason);
  return reason === "" ? undefined : unusableData(dataDir, reason);
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

/** Returns the refusal of a data folder that is incomplete, damaged or of another version. */
export const unusableData = (dataDir: string, reason: string): StackError =>
  new StackError(
    `Postgres cannot use the data in ${dataDir}: ${reason}.`,
    "Restore a copy of the folder, use the release that wrote the data, or run start with `--fresh`, which deletes the data.",
  );
