import { DomainError } from "@tms/kit/errors/domain-error";

export const gameNotFound = () => new DomainError("GAME_NOT_FOUND", "The game does not exist.");

export const gameLimit = () =>
  new DomainError("GAME_LIMIT", "The person is already a member of 100 games. Leave a game first.");

export const memberLimit = () =>
  new DomainError("MEMBER_LIMIT", "The game already has 50 members. Remove a member first.");

export const invitationLimit = () =>
  new DomainError("MEMBER_LIMIT", "The game already has 50 open invitations. Withdraw one first.");

export const memberNotFound = () =>
  new DomainError("MEMBER_NOT_FOUND", "The person is not a member of the game.");

export const lastOwner = () =>
  new DomainError("LAST_OWNER", "The game must have an owner. Make another member an owner first.");

export const invitationNotFound = () =>
  new DomainError("INVITATION_NOT_FOUND", "The game has no open invitation with that id.");

export const codeInvalid = () =>
  new DomainError(
    "CODE_INVALID",
    "The invitation is wrong, used, replaced, withdrawn or expired. Ask for a new one.",
  );

export const userNotFound = () => new DomainError("USER_NOT_FOUND", "The person does not exist.");

export const scopeMissing = (scope: string) =>
  new DomainError(
    "SCOPE_MISSING",
    `The API key has the scope ${scope}, so you need that scope too.`,
  );

export const rightMissing = (scope: string) =>
  new DomainError("SCOPE_MISSING", `This operation needs the scope ${scope}.`);

export const apiKeyInvalid = () =>
  new DomainError("API_KEY_INVALID", "The API key was revoked or has expired.");

export const apiKeyNotFound = () =>
  new DomainError("API_KEY_NOT_FOUND", "The environment has no API key with that id.");

export const apiKeyPairExists = () =>
  new DomainError(
    "API_KEY_LIMIT",
    "Two API keys with that name are already in use. Revoke one first, or use another name.",
  );

export const tooManyKeyNames = () =>
  new DomainError(
    "API_KEY_LIMIT",
    "The API keys in use already have 20 different names. Use an existing name, or revoke all keys of one name first.",
  );

export const apiKeyRolling = () =>
  new DomainError("API_KEY_ROLLING", "The API key was already rolled. Roll its successor instead.");

export const apiKeyEnded = () =>
  new DomainError("API_KEY_ENDED", "The API key was revoked or has expired. Create a new one.");

export const clockBackwards = (now: Date) =>
  new DomainError(
    "CLOCK_BACKWARDS",
    `The environment's clock already shows ${now.toISOString()}. Send a later time.`,
  );

export const clockTooFar = () =>
  new DomainError(
    "CLOCK_TOO_FAR",
    "A clock can be at most two years ahead of real time. Send an earlier time.",
  );
