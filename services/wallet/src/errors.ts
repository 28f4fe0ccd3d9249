import { DomainError } from "@tms/kit/errors/domain-error";

export const accountClosed = (side: "debited" | "credited") =>
  new DomainError("ACCOUNT_CLOSED", `The ${side} account is closed.`);

export const floorAboveBalance = () =>
  new DomainError("INSUFFICIENT_FUNDS", "The balance of the account is below the requested floor.");
