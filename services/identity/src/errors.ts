import { DomainError } from "@tms/kit/errors/domain-error";

export const tooManyAttempts = (retryAfterMs: number) =>
  new DomainError("TOO_MANY_ATTEMPTS", undefined, { retryAfterMs });

export const slowDown = (retryAfterMs: number) =>
  new DomainError("SLOW_DOWN", undefined, { retryAfterMs });

export const passwordTooWeak = (field: string, description: string) =>
  new DomainError("PASSWORD_TOO_WEAK", `The password ${description}.`, {
    fields: [{ field, description }],
  });

export const tooManyHashes = () =>
  new DomainError("OVERLOADED", "Too many passwords are being checked. Try again later.");
