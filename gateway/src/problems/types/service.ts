import type { ProblemType } from "./problem-type.ts";

/** Problems that the caller does not cause. */
export const SERVICE_PROBLEMS = {
  INTERNAL: {
    status: 500,
    title: "The service met an unexpected error",
    repeatable: true,
    when: "A defect of this service.",
    remedy: "Repeat the request with the same Idempotency-Key; if it stays, report the requestId.",
  },
  OVERLOADED: {
    status: 503,
    title: "The service is overloaded",
    repeatable: true,
    when: "More work is waiting than can be done in time. Nothing was done.",
    remedy: "Repeat it after Retry-After, with the same Idempotency-Key.",
    retryAfterS: 1,
  },
  UNAVAILABLE: {
    status: 503,
    title: "The service is not available right now",
    repeatable: true,
    when: "Something this operation needs is down. Nothing is half done: what was begun is finished or undone by itself.",
    remedy: "Repeat it after Retry-After, with the same Idempotency-Key.",
    retryAfterS: 1,
  },
  DEADLINE_EXCEEDED: {
    status: 503,
    title: "The service did not answer in time",
    repeatable: true,
    when: "The operation took longer than allowed; it may still be finished.",
    remedy: "Repeat it after Retry-After with the same Idempotency-Key to learn the outcome.",
    retryAfterS: 1,
  },
} satisfies Record<string, ProblemType>;
