import { ConnectError } from "@connectrpc/connect";
import { DomainError } from "@tms/kit/errors/domain-error";
import { RemoteError } from "@tms/kit/errors/remote-error";
import { toRemoteError } from "@tms/kit/errors/status";
import type { FastifyError } from "fastify";
import { problemOf, type ProblemName } from "./catalogue.ts";
import { faultsOf, type RequestParts } from "./pointers.ts";
import { invalid, ProblemError, type Members } from "./problem-error.ts";
import { validationFaults } from "./validation.ts";

// Messages of these may hold internal text, or nothing that helps a caller: the title is the detail.
const OWN_WORDS: ReadonlySet<ProblemName> = new Set([
  "INTERNAL",
  "UNAVAILABLE",
  "DEADLINE_EXCEEDED",
  "OVERLOADED",
  "IDEMPOTENCY_KEY_REUSED",
  "INVALID_PAGE_TOKEN",
  "TOKEN_INVALID",
  "ROUTE_NOT_FOUND",
]);

/** Translates any error to a problem. No internal text gets through. */
export function toProblem(error: unknown, parts: RequestParts): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof DomainError || error instanceof RemoteError)
    return refusalProblem(error, parts);
  if (error instanceof ConnectError) return refusalProblem(toRemoteError(error), parts);
  return isFastifyError(error) ? frameworkProblem(error) : internal(error);
}

function refusalProblem(error: DomainError | RemoteError, parts: RequestParts): ProblemError {
  const problem = problemOf(error.reason);
  if (problem === "INTERNAL") return internal(error);
  const faults = faultsOf(error.fields, parts);
  if (problem === "INVALID_ARGUMENT" && faults.length > 0) return invalid(...faults);
  // Without a field, the service refuses something that the gateway added to the request.
  if (problem === "INVALID_ARGUMENT" && error instanceof RemoteError) return internal(error);
  const detail = OWN_WORDS.has(problem) ? undefined : error.message;
  return new ProblemError(problem, detail, {
    faults,
    retryAfterMs: error.retryAfterMs,
    members: membersOf(error),
    cause: error,
  });
}

/** What a document says of the things that a refusal names. */
const membersOf = ({ about: { tournament } }: DomainError | RemoteError): Members =>
  tournament === undefined ? {} : { tournament };

const FRAMEWORK: Readonly<Record<string, ProblemName>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  FST_ERR_CTP_INVALID_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  FST_ERR_CTP_BODY_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "BAD_REQUEST",
  FST_ERR_BAD_URL: "BAD_REQUEST",
  FST_ERR_MAX_PARAM_LENGTH: "URI_TOO_LONG",
};

function frameworkProblem(error: FastifyError): ProblemError {
  if (error.validation)
    return invalid(...validationFaults(error.validation, error.validationContext));
  const problem = FRAMEWORK[error.code];
  if (problem !== undefined) return new ProblemError(problem, undefined, { cause: error });
  const callers = error.statusCode !== undefined && error.statusCode < 500;
  return callers ? new ProblemError("BAD_REQUEST", undefined, { cause: error }) : internal(error);
}

const internal = (cause: unknown) => new ProblemError("INTERNAL", undefined, { cause });

const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error && ("validation" in error || "statusCode" in error) && "code" in error;
