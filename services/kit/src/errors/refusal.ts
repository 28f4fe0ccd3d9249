import { create } from "@bufbuild/protobuf";
import { durationFromMs, durationMs } from "@bufbuild/protobuf/wkt";
import { RefusalSchema, type Refusal } from "@tms/proto/tms/error/v1/reason";
import type { DomainError } from "./domain-error.ts";
import { isReason } from "./reasons.ts";
import { RemoteError } from "./remote-error.ts";

/** A domain error as the outcome of one item of a batch. */
export function toRefusal({ reason, message, fields, retryAfterMs }: DomainError): Refusal {
  return create(RefusalSchema, {
    reason,
    message,
    fields: [...fields],
    ...(retryAfterMs !== undefined && { retryDelay: durationFromMs(retryAfterMs) }),
  });
}

/** The error that a refused item of a batch stands for: what a call for that item alone would throw. */
export function fromRefusal({ reason, message, fields, retryDelay }: Refusal): RemoteError {
  return new RemoteError(isReason(reason) ? reason : "INTERNAL", message, {
    fields,
    retryAfterMs: retryDelay && durationMs(retryDelay),
  });
}
