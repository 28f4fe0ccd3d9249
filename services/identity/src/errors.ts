import { DomainError } from "@tms/kit/errors/domain-error";

// One sentence whatever is wrong: whoever tries addresses learns nothing from it.
export const credentialsInvalid = () =>
  new DomainError("CREDENTIALS_INVALID", "The e-mail address or the password is wrong.");

export const codeInvalid = () =>
  new DomainError("CODE_INVALID", "The code is wrong, used, replaced or expired.");

export const sessionEnded = () =>
  new DomainError("SESSION_ENDED", "The session has ended; sign in again.");

export const tooManyAttempts = (retryAfterMs: number) =>
  new DomainError("TOO_MANY_ATTEMPTS", "There were too many attempts; try again later.", {
    retryAfterMs,
  });

export const passwordTooWeak = (field: string, description: string) =>
  new DomainError("PASSWORD_TOO_WEAK", `The password ${description}.`, {
    fields: [{ field, description }],
  });

export const tooManyHashes = () =>
  new DomainError("OVERLOADED", "Too many passwords are being checked; try again later.");

export const authorizationPending = () =>
  new DomainError("AUTHORIZATION_PENDING", "Nobody has approved the code yet.");

export const slowDown = (retryAfterMs: number) =>
  new DomainError("SLOW_DOWN", "The code was exchanged too soon after the last time.", {
    retryAfterMs,
  });

export const userNotFound = () => new DomainError("USER_NOT_FOUND", "There is no such person.");

export const sessionNotFound = () =>
  new DomainError("SESSION_NOT_FOUND", "The person has no such session.");

export const mailboxDisabled = () =>
  new DomainError("MAILBOX_DISABLED", "Mails leave by SMTP; there is no mailbox.");
