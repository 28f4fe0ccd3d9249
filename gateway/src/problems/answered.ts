import type { FastifyRequest } from "fastify";
import type { ProblemError } from "./problem-error.ts";

/** What is remembered of the problem that a request was answered with. */
export interface AnsweredProblem extends Pick<ProblemError, "problem" | "message" | "faults"> {}

// Requests that reach no route have no decorators.
const answered = new WeakMap<FastifyRequest, AnsweredProblem>();

/** Notes the problem that a request is answered with; answer.ts does so. */
export const noteProblem = (request: FastifyRequest, problem: AnsweredProblem): void =>
  void answered.set(request, problem);

/** The problem that a request was answered with; undefined for a success. */
export const problemAnswered = (request: FastifyRequest): AnsweredProblem | undefined =>
  answered.get(request);
