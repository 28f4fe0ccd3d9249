import type { ReasonName } from "@tms/kit/errors/reasons";
import { ACCESS_PROBLEMS } from "./types/access.ts";
import { MISSING_PROBLEMS } from "./types/missing.ts";
import { PEOPLE_PROBLEMS } from "./types/people.ts";
import type { ProblemType } from "./types/problem-type.ts";
import { REQUEST_PROBLEMS } from "./types/request.ts";
import { SCORE_PROBLEMS } from "./types/scores.ts";
import { SERVICE_PROBLEMS } from "./types/service.ts";
import { STATE_PROBLEMS } from "./types/state.ts";
import { TRANSPORT_PROBLEMS } from "./types/transport.ts";
import { WEBHOOK_PROBLEMS } from "./types/webhooks.ts";

/** Every type of problem, by name. */
export const PROBLEMS = {
  ...TRANSPORT_PROBLEMS,
  ...REQUEST_PROBLEMS,
  ...PEOPLE_PROBLEMS,
  ...MISSING_PROBLEMS,
  ...STATE_PROBLEMS,
  ...SCORE_PROBLEMS,
  ...ACCESS_PROBLEMS,
  ...WEBHOOK_PROBLEMS,
  ...SERVICE_PROBLEMS,
};

/** A problem's name; its code is the same in lower case. */
export type ProblemName = keyof typeof PROBLEMS;

/** A row of the table, by its name. */
export const problemType = (name: ProblemName): ProblemType => PROBLEMS[name];

/**
 * The problems of reasons that have another name here. Services give the first two for a repeated
 * Idempotency-Key, the next two for a gateway with a wrong token, the last two for a person who is
 * gone and where there is no mailbox, and the others in answer to calls that the gateway never makes.
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

/** The problem of a service's reason. */
export const problemOf = (reason: ReasonName): ProblemName =>
  isProblem(reason) ? reason : OTHERWISE[reason];

const isProblem = (name: string): name is ProblemName => Object.hasOwn(PROBLEMS, name);

/** The stable machine code: `tournament_full`. */
export const codeOf = (name: ProblemName): string => name.toLowerCase();

/** The last part of the type's URL: `tournament-full`. */
export const slugOf = (name: ProblemName): string => codeOf(name).replaceAll("_", "-");

/** All names in the order of the table. */
export const problemNames = Object.keys(PROBLEMS) as ProblemName[];
