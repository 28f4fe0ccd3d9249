import { Code } from "@connectrpc/connect";
import { isReason, statusOf, type ReasonName } from "@tms/kit/errors/reasons";
import { ACCESS_PROBLEMS, PEOPLE_PROBLEMS } from "./types/people.ts";
import { REQUEST_PROBLEMS, SERVICE_PROBLEMS } from "./types/requests.ts";
import { TOURNAMENT_PROBLEMS } from "./types/tournaments.ts";
import { WEBHOOK_PROBLEMS } from "./types/webhooks.ts";

/** A type of problem: the fields that all its responses share, and the text of its page. */
interface ProblemType {
  /** The HTTP status. The default follows from the gRPC status of the reason with the same name. */
  status?: number;
  title: string;
  when: string;
  remedy: string;
  /** True if a retry with the same Idempotency-Key can succeed. The default is true for 408, 429 and 5xx. */
  repeatable?: boolean;
  retryAfterS?: number;
  /** The WWW-Authenticate header of a 401. Absent means the header for API keys. */
  challenge?: string;
}

const PROBLEMS = {
  ...REQUEST_PROBLEMS,
  ...PEOPLE_PROBLEMS,
  ...TOURNAMENT_PROBLEMS,
  ...ACCESS_PROBLEMS,
  ...WEBHOOK_PROBLEMS,
  ...SERVICE_PROBLEMS,
} satisfies Record<string, ProblemType>;

export type ProblemName = keyof typeof PROBLEMS;

const HTTP_STATUS: Readonly<Partial<Record<Code, number>>> = {
  [Code.InvalidArgument]: 400,
  [Code.Unauthenticated]: 401,
  [Code.PermissionDenied]: 403,
  [Code.NotFound]: 404,
  [Code.AlreadyExists]: 409,
  [Code.FailedPrecondition]: 409,
  [Code.OutOfRange]: 409,
  [Code.ResourceExhausted]: 429,
  [Code.Internal]: 500,
  [Code.Unavailable]: 503,
  [Code.DeadlineExceeded]: 503,
};

const TYPES = new Map(
  Object.entries<ProblemType>(PROBLEMS).map(([name, type]) => {
    const status = type.status ?? (isReason(name) ? HTTP_STATUS[statusOf(name)] : undefined);
    if (status === undefined) throw new Error(`the problem ${name} has no status`);
    const repeatable = status === 408 || status === 429 || status >= 500;
    return [name, { repeatable, ...type, status }];
  }),
);

export function problemType(name: ProblemName) {
  const type = TYPES.get(name);
  if (type === undefined) throw new Error(`the problem ${name} is not declared`);
  return type;
}

/**
 * The problems of reasons without a problem of the same name. INTERNAL stands for reasons that services
 * return only for calls that the gateway never makes.
 */
const OTHERWISE: Record<Exclude<ReasonName, ProblemName>, ProblemName> = {
  REQUEST_ID_REUSED: "IDEMPOTENCY_KEY_REUSED",
  TRANSFER_ID_REUSED: "IDEMPOTENCY_KEY_REUSED",
  CALLER_UNKNOWN: "UNAVAILABLE",
  CALLER_NOT_ALLOWED: "UNAVAILABLE",
  TRANSFER_NOT_FOUND: "INTERNAL",
  LINKED_TRANSFER_REFUSED: "INTERNAL",
  SETTLEMENT_NOT_DEAD: "INTERNAL",
  USER_NOT_FOUND: "TOKEN_INVALID",
  MAILBOX_DISABLED: "ROUTE_NOT_FOUND",
};

export const problemOf = (reason: ReasonName): ProblemName =>
  isProblem(reason) ? reason : OTHERWISE[reason];

const isProblem = (name: string): name is ProblemName => Object.hasOwn(PROBLEMS, name);

/** Returns the code of a problem, such as `tournament_full`. Codes never change. */
export const codeOf = (name: ProblemName): string => name.toLowerCase();

/** Returns the last part of the problem type's URL, such as `tournament-full`. */
export const slugOf = (name: ProblemName): string => codeOf(name).replaceAll("_", "-");

export const problemNames = Object.keys(PROBLEMS) as ProblemName[];
