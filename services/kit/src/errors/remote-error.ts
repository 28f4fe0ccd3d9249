import type { FieldFault } from "./domain-error.ts";
import type { ReasonName } from "./reasons.ts";

/**
 * Another service refused our call for the given reason. It is not a DomainError: the code that made
 * the call decides what the refusal means to our own caller, so that none is forwarded blindly.
 */
export class RemoteError extends Error {
  override name = "RemoteError";
  readonly reason: ReasonName;
  readonly fields: readonly FieldFault[];
  /** After how long it may be called again, where it says so. */
  readonly retryAfterMs: number | undefined;
  /** What the refusal names, by kind. */
  readonly about: Readonly<Record<string, string>>;

  constructor(
    reason: ReasonName,
    message: string,
    options: {
      fields?: readonly FieldFault[];
      retryAfterMs?: number | undefined;
      about?: Readonly<Record<string, string>> | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.reason = reason;
    this.fields = options.fields ?? [];
    this.retryAfterMs = options.retryAfterMs;
    this.about = options.about ?? {};
  }
}

/** Whether a failure is another service's refusal for one of these reasons. */
export function refusedFor(error: unknown, ...reasons: readonly ReasonName[]): boolean {
  return error instanceof RemoteError && reasons.includes(error.reason);
}

/**
 * Whether another service refused this process as a caller. Until an operator corrects the tokens,
 * that service is out of reach.
 */
export const isCallerRefused = (error: unknown): boolean =>
  refusedFor(error, "CALLER_UNKNOWN", "CALLER_NOT_ALLOWED");
