import { DomainError } from "@tms/kit/errors/domain-error";

export const accountNotFound = () =>
  new DomainError("ACCOUNT_NOT_FOUND", "No such account was ever opened.");

export const transferNotFound = () =>
  new DomainError("TRANSFER_NOT_FOUND", "There is no transfer of that id.");

export const tooManyTotals = () =>
  new DomainError("OVERLOADED", "Too many such reads are waiting; try again later.");

export const accountClosed = (side: "debited" | "credited") =>
  new DomainError("ACCOUNT_CLOSED", `The account to be ${side} is closed.`);

export const insufficientFunds = () =>
  new DomainError("INSUFFICIENT_FUNDS", "The account to be debited has too little in it.");

export const floorAboveBalance = () =>
  new DomainError("INSUFFICIENT_FUNDS", "The account's balance is below that floor.");

export const balanceOverflow = () =>
  new DomainError("BALANCE_OVERFLOW", "The transfer would take a balance out of range.");

export const outsideAccountFull = () =>
  new DomainError(
    "OUTSIDE_ACCOUNT_FULL",
    "The game has taken in, or paid out, as much as can be counted.",
  );

export const linkedTransferRefused = () =>
  new DomainError("LINKED_TRANSFER_REFUSED", "A transfer linked to this one was refused.");

export const transferIdReused = () =>
  new DomainError("TRANSFER_ID_REUSED", "This transfer id was used before with other content.");
