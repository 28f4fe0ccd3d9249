import { ConnectError } from "@connectrpc/connect";
import { DomainError, type FieldFault } from "@tms/kit/errors/domain-error";
import { RemoteError } from "@tms/kit/errors/remote-error";
import { toRemoteError } from "@tms/kit/errors/status";
import type { FastifyError } from "fastify";
import { problemOf, type ProblemName } from "./catalogue.ts";
import { invalid, ProblemError, type Fault } from "./problem-error.ts";

// The problems that show their title instead of a service's message, which may be internal or unhelpful.
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

/** Converts any error to a problem. The problem contains no internal text. */
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
  // Without a field, the service refuses a value that the gateway added to the request.
  if (problem === "INVALID_ARGUMENT" && error instanceof RemoteError) return internal(error);
  const { tournament, oldestSequence } = error.about;
  const detail = OWN_WORDS.has(problem) ? undefined : error.message;
  return new ProblemError(problem, detail, {
    faults,
    retryAfterMs: error.retryAfterMs,
    members: {
      ...(tournament !== undefined && { tournament }),
      ...(oldestSequence !== undefined && { oldestSequence: Number(oldestSequence) }),
    },
    cause: error,
  });
}

const FRAMEWORK: Readonly<Record<string, ProblemName>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  FST_ERR_CTP_INVALID_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  FST_ERR_CTP_BODY_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  FST_ERR_MAX_PARAM_LENGTH: "URI_TOO_LONG",
};

function frameworkProblem(error: FastifyError): ProblemError {
  if (error.validation)
    return invalid(...validationFaults(error.validation, error.validationContext));
  const isOfCaller = error.statusCode !== undefined && error.statusCode < 500;
  const problem = FRAMEWORK[error.code] ?? (isOfCaller ? "BAD_REQUEST" : "INTERNAL");
  return new ProblemError(problem, undefined, { cause: error });
}

const internal = (cause: unknown) => new ProblemError("INTERNAL", undefined, { cause });

const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error && ("validation" in error || "statusCode" in error) && "code" in error;

interface RequestParts {
  body?: unknown;
  params?: unknown;
  query?: unknown;
}

// The REST names of fields that have another name in RPCs. Others are only converted to camel case.
const NAMES: Readonly<Record<string, string>> = {
  entry_fee_minor_units: "entryFee",
  registration_close_time: "registrationClosesAt",
  final_ranks: "ranks",
  handles: "gamers",
  score_ids: "scores",
  handle: "gamer",
  expire_time: "expiresAt",
  platform_fee_bps: "platformFeePercent",
  credit_limit_minor_units: "creditLimit",
  handle_prefix: "handle",
  game_id: "game",
  page_token: "cursor",
  page_size: "limit",
  after_sequence: "after",
};
// Parts of field paths that exist only in RPCs.
const WRAPPERS = new Set(["terms", "patch", "minor_units", "next", "expiry", "ranges"]);
// In the RPC, a single transfer is the only item of a batch.
const SOLE_ITEM = /^transfers\[0\]\./;

const faultsOf = (fields: readonly FieldFault[], parts: RequestParts): Fault[] =>
  fields.map(({ field, description }) => ({
    pointer: pointerOf(field, parts),
    detail: description.replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, restName),
  }));

function pointerOf(field: string, parts: RequestParts): string {
  const path = field
    .replace(SOLE_ITEM, "")
    .split(/[.[\]]+/)
    .filter((part) => part !== "" && !WRAPPERS.has(part))
    .map(restName);
  const [first = ""] = path;
  if (first === "gamers" && has(parts.body, "gamer")) return "/gamer";
  if (first === "gamer" && has(parts.params, "handle")) return "/path/handle";
  if (first === "gamer" && has(parts.body, "handle")) return "/handle";
  if (has(parts.query, first)) return `/query/${first}`;
  if (has(parts.params, first)) return `/path/${first}`;
  return path.map((part) => `/${part}`).join("");
}

const restName = (name: string): string =>
  NAMES[name] ?? name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const has = (value: unknown, key: string): boolean =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key);

/** A schema fault in the form of TypeBox. The message is a clause that follows the field's name. */
export interface SchemaFault {
  keyword: string;
  instancePath: string;
  /** The path of the rule in the schema. */
  schemaPath: string;
  message?: string | undefined;
  params: Record<string, unknown>;
}

// The prefixes of pointers into parts of a request. The body has no prefix.
const PREFIX: Readonly<Record<string, string>> = { querystring: "/query", params: "/path" };

function validationFaults(faults: readonly SchemaFault[], context: string | undefined): Fault[] {
  const prefix = PREFIX[context ?? ""] ?? "";
  const found = faults.flatMap(explain).map(({ pointer, detail }) => ({
    pointer: shortened(prefix + pointer),
    detail,
  }));
  return found.length > 0 ? found : [{ pointer: prefix, detail: "is not valid" }];
}

function explain({ keyword, instancePath: pointer, params, message }: SchemaFault): Fault[] {
  switch (keyword) {
    case "required":
      return list(params["requiredProperties"]).map((name) => ({
        pointer: `${pointer}/${escape(name)}`,
        detail: "is required",
      }));
    // Each unknown field also has its own fault, with the keyword "boolean".
    case "additionalProperties":
      return [];
    case "boolean":
      return [{ pointer, detail: "is not a known field" }];
    case "enum":
      return [{ pointer, detail: `must be one of ${list(params["allowedValues"]).join(", ")}` }];
    default:
      return [{ pointer, detail: message ?? "is not valid" }];
  }
}

// The maximum length of a pointer. An unknown field in a pointer may have a name as long as the body.
const MAX_POINTER = 256;

const shortened = (pointer: string): string =>
  pointer.length > MAX_POINTER ? `${pointer.slice(0, MAX_POINTER)}…` : pointer;

const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const escape = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");
