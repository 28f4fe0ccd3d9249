import { DomainError } from "@tms/kit/errors/domain-error";

export const eventsExpired = (oldest: bigint) =>
  new DomainError(
    "EVENTS_EXPIRED",
    `Some events after this position were deleted. The oldest event that is kept has the sequence ${oldest}.`,
    { about: { oldestSequence: String(oldest) } },
  );

export const endpointUrlRefused = (why: string) =>
  new DomainError("ENDPOINT_URL_REFUSED", `The URL ${why}.`, {
    fields: [{ field: "url", description: why }],
  });

export const tooManyTests = () =>
  new DomainError(
    "OVERLOADED",
    "Too many endpoint tests of this game are in progress. Wait until they have finished.",
  );
