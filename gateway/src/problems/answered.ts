import type { FastifyRequest } from "fastify";
import type { ProblemName } from "./catalogue.ts";

// Requests that reach no route have no decorators.
const answered = new WeakMap<FastifyRequest, ProblemName>();

/** Notes the problem that a request is answered with; answer.ts does so. */
export const noteProblem = (request: FastifyRequest, problem: ProblemName): void =>
  void answered.set(request, problem);

/** The problem that a request was answered with; undefined for a success. */
export const problemAnswered = (request: FastifyRequest): ProblemName | undefined =>
  answered.get(request);
