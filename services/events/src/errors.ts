import { DomainError } from "@tms/kit/errors/domain-error";

export const eventNotFound = () =>
  new DomainError("EVENT_NOT_FOUND", "The environment has no such event, or keeps it no longer.");

export const eventsExpired = (oldest: bigint) =>
  new DomainError("EVENTS_EXPIRED", `The oldest event that is kept has the sequence ${oldest}.`);
