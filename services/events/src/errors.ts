import { DomainError } from "@tms/kit/errors/domain-error";

export const eventNotFound = () =>
  new DomainError("EVENT_NOT_FOUND", "The environment has no such event, or keeps it no longer.");

export const eventsExpired = (oldest: bigint) =>
  new DomainError("EVENTS_EXPIRED", `The oldest event that is kept has the sequence ${oldest}.`);

export const endpointNotFound = () =>
  new DomainError("ENDPOINT_NOT_FOUND", "The environment has no such endpoint.");

export const endpointLimit = () =>
  new DomainError("ENDPOINT_LIMIT", "The environment has ten endpoints; remove one first.");

export const endpointUrlRefused = (why: string) =>
  new DomainError("ENDPOINT_URL_REFUSED", `The URL ${why}.`, {
    fields: [{ field: "url", description: why }],
  });

export const endpointDisabled = () =>
  new DomainError("ENDPOINT_DISABLED", "The endpoint is paused or disabled; enable it first.");

export const deliveryNotFound = () =>
  new DomainError(
    "DELIVERY_NOT_FOUND",
    "The event was not sent to this endpoint yet, or its delivery is kept no longer.",
  );

export const replayRunning = () =>
  new DomainError("REPLAY_RUNNING", "The endpoint's replay before is not finished yet.");

export const tooManyTests = () =>
  new DomainError("OVERLOADED", "The game has too many tests under way. Wait for their answers.");
