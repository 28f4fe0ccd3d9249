import { create } from "@bufbuild/protobuf";
import { RefusalSchema, type Refusal } from "@tms/proto/tms/error/v1/reason";
import { DomainError } from "./domain-error.ts";
import { isReason } from "./reasons.ts";

/** A domain error as the outcome of one item of a batch. */
export function toRefusal(error: DomainError): Refusal {
  return create(RefusalSchema, { reason: error.reason, message: error.message });
}

/** The error that a refused item of a batch stands for. */
export function fromRefusal(refusal: Refusal): DomainError {
  return new DomainError(isReason(refusal.reason) ? refusal.reason : "INTERNAL", refusal.message);
}
