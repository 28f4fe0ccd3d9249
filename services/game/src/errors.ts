import { DomainError } from "@tms/kit/errors/domain-error";

export const invitationLimit = () =>
  new DomainError("MEMBER_LIMIT", "The game already has 50 open invitations. Withdraw one first.");

export const invitationInvalid = () =>
  new DomainError(
    "CODE_INVALID",
    "The invitation is wrong, used, replaced, withdrawn or expired. Ask for a new one.",
  );

export const scopeMissing = (scope: string) =>
  new DomainError(
    "SCOPE_MISSING",
    `The API key has the scope ${scope}, so you need that scope too.`,
  );

export const rightMissing = (scope: string) =>
  new DomainError("SCOPE_MISSING", `This operation needs the scope ${scope}.`);

export const tooManyKeyNames = () =>
  new DomainError(
    "API_KEY_LIMIT",
    "The API keys in use already have 20 different names. Use an existing name, or revoke all keys of one name first.",
  );

export const clockBackwards = (now: Date) =>
  new DomainError(
    "CLOCK_BACKWARDS",
    `The environment's clock already shows ${now.toISOString()}. Send a later time.`,
  );
