import { DomainError } from "@tms/kit/errors/domain-error";

export const gameNotFound = () => new DomainError("GAME_NOT_FOUND", "There is no such game.");

export const apiKeyNotFound = () =>
  new DomainError("API_KEY_NOT_FOUND", "The game has no such API key.");

export const apiKeyLimit = () =>
  new DomainError(
    "API_KEY_LIMIT",
    "The game has two live API keys already; revoke one before issuing another.",
  );
