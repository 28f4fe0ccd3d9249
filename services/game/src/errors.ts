import { DomainError } from "@tms/kit/errors/domain-error";

export const gameNotFound = () => new DomainError("GAME_NOT_FOUND", "There is no such game.");

export const gameLimit = () =>
  new DomainError("GAME_LIMIT", "The person is a member of a hundred games already.");

export const memberLimit = () =>
  new DomainError("MEMBER_LIMIT", "The game has fifty members already.");

export const invitationLimit = () =>
  new DomainError("MEMBER_LIMIT", "Fifty invitations to the game are open already; withdraw one.");

export const memberNotFound = () =>
  new DomainError("MEMBER_NOT_FOUND", "The game has no such member.");

export const lastOwner = () =>
  new DomainError("LAST_OWNER", "The game must keep an owner; make somebody else one first.");

export const invitationNotFound = () =>
  new DomainError("INVITATION_NOT_FOUND", "The game has no such open invitation.");

export const codeInvalid = () =>
  new DomainError("CODE_INVALID", "The invitation is wrong, used, replaced, withdrawn or expired.");

export const userNotFound = () => new DomainError("USER_NOT_FOUND", "There is no such person.");

export const scopeMissing = (scope: string) =>
  new DomainError("SCOPE_MISSING", `This needs the scope ${scope}, which the API key would give.`);

export const rightMissing = (scope: string) =>
  new DomainError("SCOPE_MISSING", `This operation needs the scope ${scope}.`);

export const apiKeyInvalid = () =>
  new DomainError("API_KEY_INVALID", "The API key was revoked or has expired.");

export const apiKeyNotFound = () =>
  new DomainError("API_KEY_NOT_FOUND", "The game has no such API key.");

export const apiKeyPairExists = () =>
  new DomainError(
    "API_KEY_LIMIT",
    "Two API keys of that name are in use; revoke one before issuing another.",
  );

export const tooManyKeyNames = () =>
  new DomainError(
    "API_KEY_LIMIT",
    "API keys of twenty names are in use; revoke those of one before using another name.",
  );

export const apiKeyRolling = () =>
  new DomainError("API_KEY_ROLLING", "The API key was rolled already; roll its successor.");

export const apiKeyEnded = () =>
  new DomainError("API_KEY_ENDED", "The API key was revoked or has expired.");

export const clockBackwards = (now: Date) =>
  new DomainError(
    "CLOCK_BACKWARDS",
    `The environment's clock shows ${now.toISOString()} already, and never goes back.`,
  );

export const clockTooFar = () =>
  new DomainError("CLOCK_TOO_FAR", "A clock can be two years ahead of real time at most.");
