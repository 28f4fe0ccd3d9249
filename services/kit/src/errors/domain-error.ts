import { sentenceOf, type ReasonName } from "./reasons.ts";

/** An invalid field of a request. `field` is its path in the request message, such as `score_ids[2]`. */
export interface FieldFault {
  field: string;
  description: string;
}

export interface RefusalDetails {
  fields?: readonly FieldFault[] | undefined;
  /** The time after which the caller can try again, if it is known. */
  retryAfterMs?: number | undefined;
  /** Facts about the refusal, by name, such as the id in `tournament` for a taken external id. */
  about?: Readonly<Record<string, string>> | undefined;
  cause?: unknown;
}

export abstract class RefusalError extends Error {
  readonly reason: ReasonName;
  readonly fields: readonly FieldFault[];
  readonly retryAfterMs: number | undefined;
  readonly about: Readonly<Record<string, string>>;

  constructor(reason: ReasonName, message: string, details: RefusalDetails = {}) {
    super(message, { cause: details.cause });
    this.reason = reason;
    this.fields = details.fields ?? [];
    this.retryAfterMs = details.retryAfterMs;
    this.about = details.about ?? {};
  }
}

/** A refusal by this process. The message is for the caller, so it contains no internal text. */
export class DomainError extends RefusalError {
  override name = "DomainError";

  constructor(reason: ReasonName, message = sentenceOf(reason), details?: RefusalDetails) {
    super(reason, message, details);
  }
}

/** Returns INVALID_ARGUMENT for one field. `description` is a clause that follows the name of the field. */
export function invalidField(field: string, description: string): DomainError {
  return new DomainError("INVALID_ARGUMENT", `${field} ${description}`, {
    fields: [{ field, description }],
  });
}

export function found<T>(value: T | undefined, reason: ReasonName): T {
  if (value === undefined) throw new DomainError(reason);
  return value;
}

export function required<T>(value: T | undefined, fault: string): T {
  if (value === undefined) throw new Error(fault);
  return value;
}
