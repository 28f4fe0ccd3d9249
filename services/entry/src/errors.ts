import { DomainError } from "@tms/kit/errors/domain-error";
import { isReason } from "@tms/kit/errors/reasons";
import { notPublished } from "./joining/decide-seats.ts";

/** What a gamer is told whose fee the wallet refused for this reason. */
export function unpaid(reason: string): DomainError {
  // A pool closed meanwhile means that the tournament is over.
  if (reason === "ACCOUNT_CLOSED") return notPublished();
  return new DomainError(
    isReason(reason) ? reason : "INTERNAL",
    reason === "INSUFFICIENT_FUNDS"
      ? "The account that pays the entry fee has too little in it."
      : "The entry fee could not be charged.",
  );
}
