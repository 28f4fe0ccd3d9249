import { RefusalError } from "./domain-error.ts";
import type { ReasonName } from "./reasons.ts";

/** A refusal by another service. The code that made the call decides how to report it to its own caller. */
export class RemoteError extends RefusalError {
  override name = "RemoteError";
}

/** Reports whether a failure is another service's refusal for one of these reasons. */
export function refusedFor(error: unknown, ...reasons: readonly ReasonName[]): boolean {
  return error instanceof RemoteError && reasons.includes(error.reason);
}

/** Reports whether another service refused this process as a caller. An operator must correct the tokens. */
export const isCallerRefused = (error: unknown): boolean =>
  refusedFor(error, "CALLER_UNKNOWN", "CALLER_NOT_ALLOWED");
