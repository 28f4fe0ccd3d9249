import type { Actor } from "../auth/principal.ts";
import type { Fault } from "../problems/problem-error.ts";

/** A request of an environment, as the log keeps it. */
export interface RequestRecord {
  requestId: string;
  /** When it arrived, in milliseconds since 1970. */
  at: number;
  method: string;
  /** With its query. */
  path: string;
  status: number;
  durationMs: number;
  caller: Actor;
  address: string;
  /** The code of the problem that it was answered with. */
  code: string | null;
  /** What that problem said, and the faults that it named; absent in records of before. */
  detail?: string | null;
  errors?: readonly Fault[];
  /** Of a mutation, as JSON without secrets; cut when it is long. */
  body: string | null;
  idempotencyKey: string | null;
  replayed: boolean;
  /** How many requests before it were left out of the log. */
  leftOut: number;
}

/** Successes and failures are kept apart, so that many of one push out none of the other. */
export const KINDS = ["success", "failure"] as const;
export type Kind = (typeof KINDS)[number];

/** Which of the two a status is. */
export const kindOf = (status: number): Kind => (status < 400 ? "success" : "failure");
