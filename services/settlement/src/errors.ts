import { DomainError } from "@tms/kit/errors/domain-error";

/** The amounts of a settlement do not match, so an operator must look at it. */
export class BeyondRepairError extends Error {
  override name = "BeyondRepairError";
}

/** Another worker has the settlement, so this worker stops. */
export class TakenOverError extends Error {
  override name = "TakenOverError";
}

/** The settlement cannot continue yet, so it is retried. */
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
