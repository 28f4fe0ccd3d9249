import { DomainError } from "@tms/kit/errors/domain-error";
import { isReason } from "@tms/kit/errors/reasons";

export const tournamentBusy = () =>
  new DomainError("UNAVAILABLE", "The tournament is busy. Try again later.");

export const callGone = () =>
  new DomainError("UNAVAILABLE", "The caller has cancelled the call, or its deadline has passed.");

/** A refused score of a review: its index in `score_ids`, and the handle of its gamer. */
interface ReviewedIndex {
  index: number;
  handle: string;
}

const fieldsOf = (score: ReviewedIndex | undefined, description: string) =>
  score && { fields: [{ field: `score_ids[${score.index}]`, description }] };

export const attemptsExhausted = (attempts: number, score?: ReviewedIndex) =>
  new DomainError(
    "ATTEMPTS_EXHAUSTED",
    `The gamer${score ? ` "${score.handle}"` : ""} has used ${attempts === 1 ? "the only attempt" : `all ${attempts} attempts`}.`,
    fieldsOf(score, "belongs to a gamer who has no attempts left"),
  );

export const scoreOverflow = (score?: ReviewedIndex) =>
  new DomainError(
    "SCORE_OVERFLOW",
    `The sum of the scores${score ? ` of the gamer "${score.handle}"` : ""} would be too large to count exactly.`,
    fieldsOf(score, "belongs to a gamer whose sum of scores would be too large"),
  );

export const requestIdReused = () =>
  new DomainError("REQUEST_ID_REUSED", "This request_id was already used for another join.");

/** Converts the reason of a refused charge to the error of the join. An unknown reason becomes INTERNAL. */
export function chargeRefused(reason: string): DomainError {
  // The closed account is the prize pool, which the settlement of the tournament has closed.
  if (reason === "ACCOUNT_CLOSED") return new DomainError("TOURNAMENT_NOT_PUBLISHED");
  return new DomainError(
    isReason(reason) ? reason : "INTERNAL",
    reason === "INSUFFICIENT_FUNDS"
      ? "The account that pays the entry fee has insufficient funds. Add money to it first."
      : "The entry fee could not be charged.",
  );
}
