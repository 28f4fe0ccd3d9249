import { DomainError } from "@tms/kit/errors/domain-error";

export const accountNotFound = () =>
  new DomainError("ACCOUNT_NOT_FOUND", "The account does not exist.");

export const transferNotFound = () =>
  new DomainError("TRANSFER_NOT_FOUND", "No transfer has that id.");

export const tooManyTotals = () =>
  new DomainError("OVERLOADED", "Too many requests of this kind are waiting. Try again later.");

export const accountClosed = (side: "debited" | "credited") =>
  new DomainError("ACCOUNT_CLOSED", `The ${side} account is closed.`);

export const insufficientFunds = () =>
  new DomainError("INSUFFICIENT_FUNDS", "The debited account has insufficient funds.");

export const floorAboveBalance = () =>
  new DomainError("INSUFFICIENT_FUNDS", "The balance of the account is below the requested floor.");

export const balanceOverflow = () =>
  new DomainError(
    "BALANCE_OVERFLOW",
    "The transfer would exceed the maximum balance of an account. Use a smaller amount.",
  );

export const outsideAccountFull = () =>
  new DomainError(
    "OUTSIDE_ACCOUNT_FULL",
    "The game has reached its limit for deposits or withdrawals.",
  );

export const linkedTransferRefused = () =>
  new DomainError("LINKED_TRANSFER_REFUSED", "A transfer linked to this one was refused.");

export const transferIdReused = () =>
  new DomainError(
    "TRANSFER_ID_REUSED",
    "This transfer id was already used with different content.",
  );
