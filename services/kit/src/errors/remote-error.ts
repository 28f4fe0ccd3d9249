import type { FieldFault, RefusalDetails } from "./domain-error.ts";
import type { ReasonName } from "./reasons.ts";

/**
 * A refusal by another service. It is not a DomainError: the code that made the call decides how to report
 * the refusal to its own caller.
 */
export class RemoteError extends Error {
  override name = "RemoteError";
  readonly reason: ReasonName;
  readonly fields: readonly FieldFault[];
  readonly retryAfterMs: number | undefined;
  readonly about: Readonly<Record<string, string>>;

  constructor(
    reason: ReasonName,
    message: string,
    { fields = [], retryAfterMs, about = {}, cause }: RefusalDetails = {},
  ) {
    super(message, { cause });
    this.reason = reason;
    this.fields = fields;
    this.retryAfterMs = retryAfterMs;
    this.about = about;
  }
}

/** Reports whether a failure is another service's refusal for one of these reasons. */
export function refusedFor(error: unknown, ...reasons: readonly ReasonName[]): boolean {
  return error instanceof RemoteError && reasons.includes(error.reason);
}

/**
 * Reports whether another service refused this process as a caller. Until an operator corrects the
 * tokens, that service cannot be reached.
 */
export const isCallerRefused = (error: unknown): boolean =>
  refusedFor(error, "CALLER_UNKNOWN", "CALLER_NOT_ALLOWED");
