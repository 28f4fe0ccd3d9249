import { create } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { BadRequestSchema, ErrorInfoSchema } from "@tms/proto/google/rpc/error_details";
import { RefusalSchema, type Reason, type Refusal } from "@tms/proto/tms/error/v1/reason";

/** A reason's name as it travels, for example INSUFFICIENT_FUNDS. */
export type ReasonName = Exclude<keyof typeof Reason, "UNSPECIFIED">;

/** One field of a request that is wrong, by its path in the message. */
export interface FieldFault {
  field: string;
  description: string;
}

/** The google.rpc.ErrorInfo domain of everything these services refuse. */
export const ERROR_DOMAIN = "tms";

/**
 * A call refused for a known reason. The message is a sentence for the caller: it never holds
 * internal text. Thrown by domain code; turned into a gRPC status in one place.
 */
export class DomainError extends Error {
  override name = "DomainError";
  readonly reason: ReasonName;
  readonly fields: readonly FieldFault[];

  constructor(
    reason: ReasonName,
    message: string,
    options: { fields?: readonly FieldFault[]; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.reason = reason;
    this.fields = options.fields ?? [];
  }
}

/** Refuses a request whose named field is wrong. */
export function invalidField(field: string, description: string): DomainError {
  return new DomainError("INVALID_ARGUMENT", `${field} ${description}`, {
    fields: [{ field, description }],
  });
}

/**
 * Another service refused our call, for the given reason. Deliberately no DomainError: what it
 * means to our own caller is decided by whoever made the call, never forwarded blindly.
 */
export class RemoteError extends Error {
  override name = "RemoteError";
  readonly reason: ReasonName;
  readonly fields: readonly FieldFault[];

  constructor(
    reason: ReasonName,
    message: string,
    fields: readonly FieldFault[],
    cause: ConnectError,
  ) {
    super(message, { cause });
    this.reason = reason;
    this.fields = fields;
  }
}

/** Whether a failure is another service's refusal for one of these reasons. */
export function refusedFor(error: unknown, ...reasons: readonly ReasonName[]): boolean {
  return error instanceof RemoteError && reasons.includes(error.reason);
}

/**
 * Whether another service refused this process as a caller. Its own caller can do nothing about
 * that: until an operator puts the tokens right, that service is out of reach.
 */
export const isCallerRefused = (error: unknown): boolean =>
  refusedFor(error, "CALLER_UNKNOWN", "CALLER_NOT_ALLOWED");

const CODES: Record<ReasonName, Code> = {
  INVALID_ARGUMENT: Code.InvalidArgument,
  REQUEST_ID_REUSED: Code.InvalidArgument,
  INVALID_PAGE_TOKEN: Code.InvalidArgument,
  OVERLOADED: Code.ResourceExhausted,
  UNAVAILABLE: Code.Unavailable,
  DEADLINE_EXCEEDED: Code.DeadlineExceeded,
  INTERNAL: Code.Internal,
  CALLER_UNKNOWN: Code.Unauthenticated,
  CALLER_NOT_ALLOWED: Code.PermissionDenied,
  GAME_NOT_FOUND: Code.NotFound,
  API_KEY_INVALID: Code.Unauthenticated,
  API_KEY_LIMIT: Code.FailedPrecondition,
  API_KEY_NOT_FOUND: Code.NotFound,
  TOURNAMENT_NOT_FOUND: Code.NotFound,
  TOURNAMENT_NOT_PENDING: Code.FailedPrecondition,
  TOURNAMENT_STARTED: Code.FailedPrecondition,
  TOURNAMENT_ENDED: Code.FailedPrecondition,
  TOURNAMENT_NOT_PUBLISHED: Code.FailedPrecondition,
  TOURNAMENT_NOT_CANCELLABLE: Code.FailedPrecondition,
  TOURNAMENT_LIMIT: Code.ResourceExhausted,
  GAMER_NOT_FOUND: Code.NotFound,
  GAMER_ALREADY_JOINED: Code.AlreadyExists,
  GAMER_NOT_ENTERED: Code.NotFound,
  GAMER_ALREADY_ELIMINATED: Code.FailedPrecondition,
  TOURNAMENT_FULL: Code.FailedPrecondition,
  REGISTRATION_CLOSED: Code.FailedPrecondition,
  RANKS_INVALID: Code.InvalidArgument,
  INSUFFICIENT_FUNDS: Code.FailedPrecondition,
  ACCOUNT_CLOSED: Code.FailedPrecondition,
  ACCOUNT_NOT_FOUND: Code.NotFound,
  TRANSFER_ID_REUSED: Code.AlreadyExists,
  TRANSFER_NOT_FOUND: Code.NotFound,
  LINKED_TRANSFER_REFUSED: Code.FailedPrecondition,
  BALANCE_OVERFLOW: Code.OutOfRange,
  OUTSIDE_ACCOUNT_FULL: Code.OutOfRange,
  SETTLEMENT_NOT_FOUND: Code.NotFound,
  SETTLEMENT_NOT_DEAD: Code.FailedPrecondition,
};

/**
 * The most fields that a refusal names. Details travel in a trailer, of which stock clients take
 * 8 KB: a batch with a fault in each of its items would cost its caller the whole connection.
 */
const MOST_FIELDS = 16;

/** Whether a text is the name of a known reason. */
export const isReason = (text: string): text is ReasonName => Object.hasOwn(CODES, text);

/** The gRPC status of a domain error, with ErrorInfo and, for bad input, the fields. */
export function toConnectError(error: DomainError): ConnectError {
  const info = { reason: error.reason, domain: ERROR_DOMAIN };
  const result = new ConnectError(error.message, CODES[error.reason], undefined, [
    { desc: ErrorInfoSchema, value: info },
    ...(error.fields.length === 0
      ? []
      : [
          {
            desc: BadRequestSchema,
            value: { fieldViolations: error.fields.slice(0, MOST_FIELDS) },
          },
        ]),
  ]);
  result.cause = error;
  return result;
}

/** What a failed call to another service amounts to. */
export function toRemoteError(failure: unknown): RemoteError {
  const error = ConnectError.from(failure);
  const info = error.findDetails(ErrorInfoSchema).find((d) => d.domain === ERROR_DOMAIN);
  const fields = error.findDetails(BadRequestSchema).flatMap((d) => d.fieldViolations);
  const reason = info && isReason(info.reason) ? info.reason : reasonOf(error.code);
  return new RemoteError(reason, error.rawMessage, fields, error);
}

function reasonOf(code: Code): ReasonName {
  switch (code) {
    case Code.Unavailable:
    case Code.Canceled:
    case Code.Aborted:
      return "UNAVAILABLE";
    case Code.DeadlineExceeded:
      return "DEADLINE_EXCEEDED";
    case Code.ResourceExhausted:
      return "OVERLOADED";
    default:
      return "INTERNAL";
  }
}

/** A domain error as one item's outcome within a batch. */
export function toRefusal(error: DomainError): Refusal {
  return create(RefusalSchema, { reason: error.reason, message: error.message });
}

/** A batch item's refusal as the error a single call would have thrown. */
export function fromRefusal(refusal: Refusal): DomainError {
  return new DomainError(isReason(refusal.reason) ? refusal.reason : "INTERNAL", refusal.message);
}
