import type { ReasonName } from "./reasons.ts";

/** One field of a request that is wrong, by its path in the message. */
export interface FieldFault {
  field: string;
  description: string;
}

/**
 * A call refused for a known reason. The message is a sentence for the caller: it never holds
 * internal text. Thrown by domain code; turned into a gRPC status in one place.
 */
export class DomainError extends Error {
  override name = "DomainError";
  readonly reason: ReasonName;
  readonly fields: readonly FieldFault[];
  /** After how long the caller may try again, where that is known. */
  readonly retryAfterMs: number | undefined;
  /** What the refusal names, by kind, such as the `tournament` that stands in the way. */
  readonly about: Readonly<Record<string, string>>;

  constructor(
    reason: ReasonName,
    message: string,
    options: {
      fields?: readonly FieldFault[];
      retryAfterMs?: number;
      about?: Readonly<Record<string, string>>;
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

/** Refuses a request whose named field is wrong. */
export function invalidField(field: string, description: string): DomainError {
  return new DomainError("INVALID_ARGUMENT", `${field} ${description}`, {
    fields: [{ field, description }],
  });
}
