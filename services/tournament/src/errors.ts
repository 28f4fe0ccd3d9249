import { DomainError } from "@tms/kit/errors/domain-error";

export const tournamentNotFound = () =>
  new DomainError("TOURNAMENT_NOT_FOUND", "The game has no such tournament.");

export const gameNotFound = () => new DomainError("GAME_NOT_FOUND", "There is no such game.");

export const tooManyOpen = (most: number) =>
  new DomainError(
    "TOURNAMENT_LIMIT",
    `The game has ${most} tournaments that are pending or published, which is the most.`,
  );

export const externalIdTaken = (tournament: string) =>
  new DomainError("EXTERNAL_ID_TAKEN", "Another tournament of the game has that externalId.", {
    about: { tournament },
  });

export const notPending = () =>
  new DomainError("TOURNAMENT_NOT_PENDING", "The tournament is not pending any more.");

export const alreadyStarted = () =>
  new DomainError("TOURNAMENT_STARTED", "The tournament has started.");

export const alreadyEnded = () =>
  new DomainError("TOURNAMENT_ENDED", "The tournament's end has passed.");

export const notPublished = () =>
  new DomainError("TOURNAMENT_NOT_PUBLISHED", "The tournament is not published.");

export const notCancellable = () =>
  new DomainError(
    "TOURNAMENT_NOT_CANCELLABLE",
    "Only a pending or published tournament can be cancelled.",
  );

// A worker that comes early must come again, so this is no refusal for good.
export const notEndedYet = () =>
  new DomainError("UNAVAILABLE", "The tournament has not ended yet; try again when it has.");
