import { DomainError } from "@tms/kit/errors/domain-error";

export const tooManyOpen = (max: number) =>
  new DomainError(
    "TOURNAMENT_LIMIT",
    `The game already has ${max} pending or published tournaments. Cancel pending ones, or wait until others end.`,
  );

export const externalIdTaken = (tournament: string) =>
  new DomainError(
    "EXTERNAL_ID_TAKEN",
    "Another tournament of the game has this externalId. Use that tournament, or send a different externalId.",
    { about: { tournament } },
  );

export const alreadyEnded = () =>
  new DomainError("TOURNAMENT_ENDED", "The tournament has already ended.");

// The refusal is not final, because a worker that calls before the end retries.
export const notEndedYet = () =>
  new DomainError("UNAVAILABLE", "The tournament has not ended yet. Try again after its end.");
