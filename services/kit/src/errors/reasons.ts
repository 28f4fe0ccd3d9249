import { Code } from "@connectrpc/connect";
import type { Reason } from "@tms/proto/tms/error/v1/reason";

/** A reason's name as it travels, for example INSUFFICIENT_FUNDS. */
export type ReasonName = Exclude<keyof typeof Reason, "UNSPECIFIED">;

/** The gRPC status of every reason: the one list of what these services refuse. */
export const STATUS_OF: Record<ReasonName, Code> = {
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

/** Whether a text is the name of a known reason. */
export const isReason = (text: string): text is ReasonName => Object.hasOwn(STATUS_OF, text);
