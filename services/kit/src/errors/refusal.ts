import { create } from "@bufbuild/protobuf";
import { RefusalSchema, type Refusal } from "@tms/proto/tms/error/v1/reason";
import { DomainError } from "./domain-error.ts";
import { isReason } from "./reasons.ts";

/** A domain error as one item's outcome within a batch. */
export function toRefusal(error: DomainError): Refusal {
  return create(RefusalSchema, { reason: error.reason, message: error.message });
}

/** A batch item's refusal as the error a single call would have thrown. */
export function fromRefusal(refusal: Refusal): DomainError {
  return new DomainError(isReason(refusal.reason) ? refusal.reason : "INTERNAL", refusal.message);
}
