import { DomainError } from "@tms/kit/errors/domain-error";

export const tournamentNotFound = () =>
  new DomainError("TOURNAMENT_NOT_FOUND", "The game has no tournament with that id.");

export const gameNotFound = () => new DomainError("GAME_NOT_FOUND", "The game does not exist.");

export const tooManyOpen = (most: number) =>
  new DomainError(
    "TOURNAMENT_LIMIT",
    `The game already has ${most} pending or published tournaments. Cancel pending ones, or wait until others end.`,
  );

export const externalIdTaken = (tournament: string) =>
  new DomainError(
    "EXTERNAL_ID_TAKEN",
    "Another tournament of the game has this externalId. Use that tournament, or send a different externalId.",
    {
      about: { tournament },
    },
  );

export const notPending = () =>
  new DomainError("TOURNAMENT_NOT_PENDING", "The tournament is no longer pending.");

export const alreadyStarted = () =>
  new DomainError("TOURNAMENT_STARTED", "The tournament has already started.");

export const alreadyEnded = () =>
  new DomainError("TOURNAMENT_ENDED", "The tournament has already ended.");

export const notPublished = () =>
  new DomainError("TOURNAMENT_NOT_PUBLISHED", "The tournament is not published.");

export const notCancellable = () =>
  new DomainError(
    "TOURNAMENT_NOT_CANCELLABLE",
    "Only a pending or published tournament can be canceled.",
  );

// A worker that comes early must come again, so this is no refusal for good.
export const notEndedYet = () =>
  new DomainError("UNAVAILABLE", "The tournament has not ended yet. Try again after its end.");
