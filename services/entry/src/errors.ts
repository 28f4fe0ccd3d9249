import { DomainError } from "@tms/kit/errors/domain-error";
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

export const alreadyJoined = () =>
  new DomainError("GAMER_ALREADY_JOINED", "The gamer is in this tournament already.");

export const gamerNotFound = () =>
  new DomainError("GAMER_NOT_FOUND", "There is no gamer of that handle.");

export const tooManyTimelines = () =>
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
