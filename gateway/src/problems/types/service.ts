import type { ProblemType } from "./problem-type.ts";

/** Problems that the caller does not cause. */
export const SERVICE_PROBLEMS = {
  INTERNAL: {
    status: 500,
    title: "The service failed unexpectedly",
    repeatable: true,
    when: "The service has a defect.",
    remedy:
      "Retry the request with the same Idempotency-Key. If it still fails, report the `requestId` to the operator.",
  },
  OVERLOADED: {
    status: 503,
    title: "The service is overloaded",
    repeatable: true,
    when: "The service has more work than it can finish in time. The request was not processed.",
    remedy:
      "Retry the request after the number of seconds in the Retry-After header, with the same Idempotency-Key.",
    retryAfterS: 1,
  },
  UNAVAILABLE: {
    status: 503,
    title: "The service is temporarily unavailable",
    repeatable: true,
    when: "A part of the service that this operation needs is down. If the operation had already begun, the service completes or undoes it later.",
    remedy:
      "Retry the request after the number of seconds in the Retry-After header, with the same Idempotency-Key.",
    retryAfterS: 1,
  },
  DEADLINE_EXCEEDED: {
    status: 503,
    title: "The service did not respond in time",
    repeatable: true,
    when: "The operation took too long. The service may still complete it.",
    remedy:
      "Retry the request after the number of seconds in the Retry-After header, with the same Idempotency-Key, to get the result.",
    retryAfterS: 1,
  },
} satisfies Record<string, ProblemType>;
