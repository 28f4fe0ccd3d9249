import type { FastifyRequest } from "fastify";
import { instanceOf, logFailure } from "./answer.ts";
import { problemType } from "./catalogue.ts";
import { problemMembers } from "./document.ts";
import { ProblemError } from "./problem-error.ts";
import { toProblem } from "./translate.ts";

/** One item of a request that has many: its part of the body, and where that stands. */
export interface Item {
  body: unknown;
  pointer: string;
}

/** What is told of an item that failed alone: the status and the problem it would have had by itself. */
export function itemProblem(
  error: unknown,
  request: FastifyRequest,
  { body, pointer }: Item,
  publicUrl: string,
): { status: number; problem: object } {
  const { problem, message, faults, cause } = toProblem(error, { body, params: request.params });
  const within = faults.map((fault) => ({ ...fault, pointer: `${pointer}${fault.pointer}` }));
  const told = new ProblemError(problem, message, { faults: within, cause });
  const { status } = problemType(problem);
  if (status >= 500) logFailure(told, request);
  const about = { publicUrl, instance: instanceOf(request), requestId: request.id };
  return { status, problem: problemMembers(told, about) };
}
