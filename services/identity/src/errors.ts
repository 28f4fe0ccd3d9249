import { DomainError } from "@tms/kit/errors/domain-error";

// One sentence whatever is wrong: whoever tries addresses learns nothing from it.
export const credentialsInvalid = () =>
  new DomainError("CREDENTIALS_INVALID", "The email address or the password is wrong.");

export const codeInvalid = () =>
  new DomainError(
    "CODE_INVALID",
    "The code is wrong, used, replaced or expired. Request a new one.",
  );

export const sessionEnded = () =>
  new DomainError("SESSION_ENDED", "The session has ended. Sign in again.");

export const tooManyAttempts = (retryAfterMs: number) =>
  new DomainError("TOO_MANY_ATTEMPTS", "There were too many attempts. Try again later.", {
    retryAfterMs,
  });

export const passwordTooWeak = (field: string, description: string) =>
  new DomainError("PASSWORD_TOO_WEAK", `The password ${description}.`, {
    fields: [{ field, description }],
  });

export const tooManyHashes = () =>
  new DomainError("OVERLOADED", "Too many passwords are being checked. Try again later.");

export const authorizationPending = () =>
  new DomainError(
    "AUTHORIZATION_PENDING",
    "The code is not approved yet. Try again after the polling interval.",
  );

export const slowDown = (retryAfterMs: number) =>
  new DomainError("SLOW_DOWN", "The tool polls too often. Wait longer before you try again.", {
    retryAfterMs,
  });

export const userNotFound = () => new DomainError("USER_NOT_FOUND", "The person does not exist.");

export const sessionNotFound = () =>
  new DomainError("SESSION_NOT_FOUND", "The person has no session with that id.");

export const mailboxDisabled = () =>
  new DomainError("MAILBOX_DISABLED", "Emails are sent by SMTP, so there is no mailbox.");
