import { DomainError, invalidField } from "@tms/kit/errors/domain-error";
import { isReason } from "@tms/kit/errors/reasons";

export const tournamentNotFound = () =>
  new DomainError("TOURNAMENT_NOT_FOUND", "The game has no tournament with that id.");

export const notPublished = () =>
  new DomainError("TOURNAMENT_NOT_PUBLISHED", "The tournament is not published.");

export const tournamentEnded = () =>
  new DomainError("TOURNAMENT_ENDED", "The tournament has ended.");

export const registrationClosed = () =>
  new DomainError("REGISTRATION_CLOSED", "Registration for the tournament has closed.");

export const tournamentFull = () =>
  new DomainError("TOURNAMENT_FULL", "All seats of the tournament are taken.");

export const tournamentBusy = () =>
  new DomainError("UNAVAILABLE", "The tournament is busy. Try again later.");

/** Returns the refusal of a call that was canceled or has passed its deadline. */
export const callGone = () =>
  new DomainError("UNAVAILABLE", "The caller has canceled the call, or its deadline has passed.");

export const alreadyJoined = () =>
  new DomainError("GAMER_ALREADY_JOINED", "The gamer is already in this tournament.");

export const tournamentNotStarted = () =>
  new DomainError("TOURNAMENT_NOT_STARTED", "The tournament has not started yet.");

export const scoresNotEnabled = () =>
  new DomainError("SCORES_NOT_ENABLED", "The tournament does not take scores.");

export const gamerNotEntered = () =>
  new DomainError("GAMER_NOT_ENTERED", "The gamer has no entry in this tournament.");

export const gamerEliminated = () =>
  new DomainError("GAMER_ALREADY_ELIMINATED", "The gamer is already eliminated.");

export const gamerDisqualified = () =>
  new DomainError("GAMER_DISQUALIFIED", "The gamer is disqualified.");

export const scoreNotFound = (index: number) =>
  new DomainError("SCORE_NOT_FOUND", "The tournament has no score with that id.", {
    fields: [{ field: `score_ids[${index}]`, description: "does not exist in this tournament" }],
  });

export const tooMuchToReview = (most: number) =>
  invalidField(
    "score_ids",
    `belong to gamers with more than ${most.toLocaleString("en")} attempts in total. Review fewer scores in one request`,
  );

/**
 * The index of a refused score in `score_ids`, and the handle of its gamer. Only the errors of reviews
 * contain them.
 */
interface OfScore {
  index: number;
  handle: string;
}

const fieldsOf = (of: OfScore | undefined, description: string) =>
  of === undefined ? {} : { fields: [{ field: `score_ids[${of.index}]`, description }] };

export const attemptsExhausted = (attempts: number, of?: OfScore) =>
  new DomainError(
    "ATTEMPTS_EXHAUSTED",
    `The gamer${of ? ` "${of.handle}"` : ""} has used ${attempts === 1 ? "the only attempt" : `all ${attempts} attempts`}.`,
    fieldsOf(of, "belongs to a gamer who has no attempts left"),
  );

export const attemptReused = () =>
  new DomainError(
    "ATTEMPT_REUSED",
    "The gamer already has an attempt with that name and different content. Use a different name.",
  );

export const scoreOutOfRange = () =>
  new DomainError(
    "SCORE_OUT_OF_RANGE",
    "The score is outside the range that the tournament takes.",
  );

export const scoreOverflow = (of?: OfScore) =>
  new DomainError(
    "SCORE_OVERFLOW",
    `The sum of the scores${of ? ` of the gamer "${of.handle}"` : ""} would be too large to count exactly.`,
    fieldsOf(of, "belongs to a gamer whose sum of scores would be too large"),
  );

export const gamerNotFound = () =>
  new DomainError("GAMER_NOT_FOUND", "The game has no gamer with that handle.");

export const tooManyReads = () =>
  new DomainError("OVERLOADED", "Too many requests of this kind are waiting. Try again later.");

export const requestIdReused = () =>
  new DomainError("REQUEST_ID_REUSED", "This request_id was already used for another join.");

export const chargeUnknown = () =>
  new DomainError(
    "UNAVAILABLE",
    "The entry fee could not be charged now. The service completes or undoes the join later.",
  );

/**
 * Converts the reason of a refused charge to the refusal of the join. A reason that is not in the catalog
 * becomes INTERNAL.
 */
export function chargeRefused(reason: string): DomainError {
  // The closed account is the prize pool, which the settlement of the tournament has closed.
  if (reason === "ACCOUNT_CLOSED") return notPublished();
  return new DomainError(
    isReason(reason) ? reason : "INTERNAL",
    reason === "INSUFFICIENT_FUNDS"
      ? "The account that pays the entry fee has insufficient funds. Add money to it first."
      : "The entry fee could not be charged.",
  );
}
