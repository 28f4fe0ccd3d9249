import { RefusalError } from "./domain-error.ts";
import type { ReasonName } from "./reasons.ts";

/** A failed call to another service. The calling code decides how to report the failure to its own caller. */
export class RemoteError extends RefusalError {
  override name = "RemoteError";
}

export function refusedFor(error: unknown, ...reasons: readonly ReasonName[]): boolean {
  return error instanceof RemoteError && reasons.includes(error.reason);
}

/** Reports whether another service refused this process as a caller, which an operator must correct. */
export const isCallerRefused = (error: unknown): boolean =>
  refusedFor(error, "CALLER_UNKNOWN", "CALLER_NOT_ALLOWED");
