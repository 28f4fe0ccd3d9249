import { DomainError } from "@tms/kit/errors/domain-error";

export const eventNotFound = () =>
  new DomainError(
    "EVENT_NOT_FOUND",
    "The environment has no event with that id, or the event was deleted.",
  );

export const eventsExpired = (oldest: bigint) =>
  new DomainError(
    "EVENTS_EXPIRED",
    `Some events after this position were deleted. The oldest event that is kept has the sequence ${oldest}.`,
  );

export const endpointNotFound = () =>
  new DomainError("ENDPOINT_NOT_FOUND", "The environment has no endpoint with that id.");

export const endpointLimit = () =>
  new DomainError("ENDPOINT_LIMIT", "The environment already has ten endpoints. Remove one first.");

export const endpointUrlRefused = (why: string) =>
  new DomainError("ENDPOINT_URL_REFUSED", `The URL ${why}.`, {
    fields: [{ field: "url", description: why }],
  });

export const endpointDisabled = () =>
  new DomainError("ENDPOINT_DISABLED", "The endpoint is paused or disabled. Enable it first.");

export const deliveryNotFound = () =>
  new DomainError(
    "DELIVERY_NOT_FOUND",
    "The event was not sent to this endpoint yet, or the delivery was deleted.",
  );

export const replayRunning = () =>
  new DomainError(
    "REPLAY_RUNNING",
    "The endpoint already has a replay in progress. Try again in a moment.",
  );

export const tooManyTests = () =>
  new DomainError(
    "OVERLOADED",
    "Too many endpoint tests of this game are in progress. Wait until they have finished.",
  );
