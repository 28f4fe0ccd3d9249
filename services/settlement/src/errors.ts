import { DomainError } from "@tms/kit/errors/domain-error";

/** A settlement that no repeat can mend: the money does not add up. Goes to an operator. */
export class BeyondRepairError extends Error {
  override name = "BeyondRepairError";
}

/** A settlement that is another worker's by now: this one leaves it alone. */
export class TakenOverError extends Error {
  override name = "TakenOverError";
}

/** A settlement that cannot go on yet; repeated soon. */
export class NotYetError extends Error {
  override name = "NotYetError";
}

export const tournamentNotFound = () =>
  new DomainError("TOURNAMENT_NOT_FOUND", "The game has no tournament with that id.");

export const tournamentNotPublished = () =>
  new DomainError("TOURNAMENT_NOT_PUBLISHED", "The tournament is not published.");

export const settlementNotFound = () =>
  new DomainError("SETTLEMENT_NOT_FOUND", "The tournament has no settlement yet.");

export const settlementNotDead = () =>
  new DomainError("SETTLEMENT_NOT_DEAD", "The settlement is not dead.");
