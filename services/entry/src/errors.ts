import { DomainError, invalidField } from "@tms/kit/errors/domain-error";
import { isReason } from "@tms/kit/errors/reasons";

export const tournamentNotFound = () =>
  new DomainError("TOURNAMENT_NOT_FOUND", "There is no tournament of that id.");

export const notPublished = () =>
  new DomainError("TOURNAMENT_NOT_PUBLISHED", "The tournament is not open.");

export const tournamentEnded = () =>
  new DomainError("TOURNAMENT_ENDED", "The tournament has ended.");

export const registrationClosed = () =>
  new DomainError("REGISTRATION_CLOSED", "Registration for the tournament has closed.");

export const tournamentFull = () =>
  new DomainError("TOURNAMENT_FULL", "All seats of the tournament are taken.");

export const tournamentBusy = () =>
  new DomainError("UNAVAILABLE", "The tournament is busy right now; try again later.");

/** The refusal to go on with a call whose caller is gone, or has run out of time. */
export const callGone = () => new DomainError("UNAVAILABLE", "Nobody waits for the call any more.");

export const alreadyJoined = () =>
  new DomainError("GAMER_ALREADY_JOINED", "The gamer is in this tournament already.");

export const tournamentNotStarted = () =>
  new DomainError("TOURNAMENT_NOT_STARTED", "The tournament has not started yet.");

export const scoresNotEnabled = () =>
  new DomainError("SCORES_NOT_ENABLED", "The tournament takes no scores.");

export const gamerNotEntered = () =>
  new DomainError("GAMER_NOT_ENTERED", "The gamer is not in this tournament.");

export const gamerEliminated = () =>
  new DomainError("GAMER_ALREADY_ELIMINATED", "The gamer was eliminated before.");

export const gamerDisqualified = () =>
  new DomainError("GAMER_DISQUALIFIED", "The gamer was disqualified.");

export const scoreNotFound = (index: number) =>
  new DomainError("SCORE_NOT_FOUND", "The tournament has no score of that id.", {
    fields: [{ field: `score_ids[${index}]`, description: "is not known" }],
  });

export const tooMuchToReview = (most: number) =>
  invalidField(
    "score_ids",
    `are of gamers who have more than ${most.toLocaleString("en")} attempts in all; review fewer scores at once`,
  );

/** Which of the scores of a request is refused, and whose it is; a score alone needs not be named. */
interface OfScore {
  index: number;
  handle: string;
}

const fieldsOf = (of: OfScore | undefined, description: string) =>
  of === undefined ? {} : { fields: [{ field: `score_ids[${of.index}]`, description }] };

export const attemptsExhausted = (attempts: number, of?: OfScore) =>
  new DomainError(
    "ATTEMPTS_EXHAUSTED",
    `The gamer${of ? ` "${of.handle}"` : ""} has used up ${attempts === 1 ? "the only attempt" : `all ${attempts} attempts`}.`,
    fieldsOf(of, "is of a gamer who has no attempt left for it"),
  );

export const attemptReused = () =>
  new DomainError("ATTEMPT_REUSED", "The gamer has an attempt of that name with other content.");

export const scoreOutOfRange = () =>
  new DomainError("SCORE_OUT_OF_RANGE", "The score is outside of what the tournament takes.");

/** `of` tells which score of a request it is, and whose; see {@link OfScore}. */
export const scoreOverflow = (of?: OfScore) =>
  new DomainError(
    "SCORE_OVERFLOW",
    `The scores${of ? ` of the gamer "${of.handle}"` : ""} would add up to more than can be counted exactly.`,
    fieldsOf(of, "is of a gamer whose scores would add up to too much"),
  );

export const gamerNotFound = () =>
  new DomainError("GAMER_NOT_FOUND", "There is no gamer of that handle.");

export const tooManyReads = () =>
  new DomainError("OVERLOADED", "Too many such reads are waiting; try again later.");

export const requestIdReused = () =>
  new DomainError("REQUEST_ID_REUSED", "This request_id was used before for another join.");

export const chargeUnknown = () =>
  new DomainError(
    "UNAVAILABLE",
    "The entry fee could not be charged right now; the join is finished or undone by itself.",
  );

/** The refusal of a join whose charge the wallet refused for this reason. */
export function chargeRefused(reason: string): DomainError {
  // The prize pool is closed once the tournament is over.
  if (reason === "ACCOUNT_CLOSED") return notPublished();
  return new DomainError(
    isReason(reason) ? reason : "INTERNAL",
    reason === "INSUFFICIENT_FUNDS"
      ? "The account that pays the entry fee has too little in it."
      : "The entry fee could not be charged.",
  );
}
