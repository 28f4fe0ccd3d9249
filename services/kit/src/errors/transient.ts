import { driverError, sqlState } from "../database/errors.ts";
import { DomainError } from "./domain-error.ts";
import { isCallerRefused, RemoteError } from "./remote-error.ts";

// Postgres: connection failures (08), refused logins, for example during a change of passwords (28),
// exhausted retries of serialization failures or deadlocks (40), a lack of connections, memory or disk space
// (53), operator intervention and statement timeouts (57), a server that became a standby (25006), a
// transaction that was idle for too long (25P03), and lock timeouts (55P03).
const TRANSIENT_SQLSTATE = /^(08|28|53|57|40|25006$|25P03$|55P03$)/;
// ENOTFOUND and EAI_AGAIN: the host name of the database is unknown while the database is replaced.
const TRANSIENT_CODE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const TRANSIENT_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable|the database system is/;

export function isConnectionFault(thrown: unknown): boolean {
  const error = driverError(thrown);
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return (
    (code.length === 5 && TRANSIENT_SQLSTATE.test(code)) ||
    TRANSIENT_CODE.test(code) ||
    TRANSIENT_MESSAGE.test(error.message)
  );
}

export const isLoginRefused = (error: unknown): boolean => sqlState(error).startsWith("28");

const TRANSIENT_REASONS = ["DEADLINE_EXCEEDED", "UNAVAILABLE", "OVERLOADED"];

/** Reports whether work that failed with this error can succeed later if it is repeated unchanged. */
export function isTransient(error: unknown): boolean {
  if (error instanceof RemoteError || error instanceof DomainError)
    return TRANSIENT_REASONS.includes(error.reason) || isCallerRefused(error);
  return isConnectionFault(error);
}

/**
 * Reports whether a Redis server refuses a command because it is a replica or is loading its data. A new
 * connection may reach the right server.
 */
export const isWrongRedis = ({ message }: Error): boolean =>
  /^(READONLY|LOADING|MASTERDOWN|UNBLOCKED) |-READONLY /.test(message);
