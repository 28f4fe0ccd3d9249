import { create } from "@bufbuild/protobuf";
import { durationFromMs, durationMs } from "@bufbuild/protobuf/wkt";
import { RefusalSchema, type Refusal } from "@tms/proto/tms/error/v1/reason";
import { DomainError } from "./domain-error.ts";
import { isReason } from "./reasons.ts";
import { RemoteError } from "./remote-error.ts";

export function toRefusal({ reason, message, fields, retryAfterMs }: DomainError): Refusal {
  return create(RefusalSchema, {
    reason,
    message,
    fields: [...fields],
    ...(retryAfterMs !== undefined && { retryDelay: durationFromMs(retryAfterMs) }),
  });
}

/** Returns the outcome of a batch item: a refusal as the case `refused`, or a result as the case `kind`. */
export const toOutcome = <K extends string, T extends object>(kind: K, result: T | DomainError) =>
  result instanceof DomainError
    ? ({ case: "refused", value: toRefusal(result) } as const)
    : { case: kind, value: result };

/** Returns the error of a refused batch item. A reason that is unknown to this release becomes INTERNAL. */
export function fromRefusal({ reason, message, fields, retryDelay }: Refusal): RemoteError {
  return new RemoteError(isReason(reason) ? reason : "INTERNAL", message, {
    fields,
    retryAfterMs: retryDelay && durationMs(retryDelay),
  });
}
