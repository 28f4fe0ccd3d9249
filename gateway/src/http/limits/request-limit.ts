import rateLimit from "@fastify/rate-limit";
import type { FastifyRequest } from "fastify";
import { ProblemError } from "../../problems/problem-error.ts";
import { createAllowances } from "./allowances.ts";

/** Counts a request. Throws TOO_MANY_ATTEMPTS. */
export type LimitRequests = (request: FastifyRequest) => void;

const WINDOW_MS = 60_000;

/** Limits the requests of one kind that an address makes within a minute, in each replica. */
export function requestLimit(mostPerMinute: number): LimitRequests {
  const { spend } = createAllowances(WINDOW_MS);
  return ({ ip }) => {
    const { current, ttl } = spend(rateLimit.normalizeIP(ip), 1);
    if (current > mostPerMinute)
      throw new ProblemError("TOO_MANY_ATTEMPTS", undefined, { retryAfterMs: ttl });
  };
}
