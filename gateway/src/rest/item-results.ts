import type { FastifyRequest } from "fastify";
import { Type, type TProperties } from "typebox";
import { keepIfAllMay } from "../idempotency/repeats.ts";
import { logFailure, toAbout } from "../problems/answer.ts";
import { problemType, type ProblemName } from "../problems/catalogue.ts";
import { problemMembers } from "../problems/document.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { toProblem } from "../problems/translate.ts";

const failed = Type.Object(
  {
    status: Type.Integer({
      minimum: 400,
      maximum: 599,
      description: "The HTTP status that a request with only this item would return.",
    }),
    problem: Type.Unsafe<object>({ $ref: "Problem#" }),
  },
  {
    description: "The problem of a failed item: what a request with only this item would return.",
  },
);

/** Returns the schema of the results of many items. `members` are the members of a successful result. */
export const results = <S extends number, P extends TProperties>(statuses: S[], members: P) =>
  Type.Array(
    Type.Union([
      Type.Object(
        {
          status: Type.Enum(statuses, {
            description: "The HTTP status that a request with only this item would return.",
          }),
          ...members,
        },
        {
          description:
            "The result of a successful item: what a request with only this item would return.",
        },
      ),
      failed,
    ]),
    { description: "The results, in the order of the request." },
  );

/**
 * Converts the outcomes of the items in `field` to results, in order. Throws the first failure if all items
 * failed with the same problem of OF_ALL. If a status must not be kept, the response is not kept.
 */
export function toResults<O, T extends { status: number }>(
  request: FastifyRequest,
  { field, items, publicUrl }: { field: string; items: readonly unknown[]; publicUrl: string },
  outcomes: readonly (O | Error)[],
  toResult: (outcome: O) => T,
) {
  const common = findCommonFailure(outcomes);
  if (common !== undefined) throw common;
  const about = toAbout(request, publicUrl);
  const found = outcomes.map((outcome, index) => {
    if (!(outcome instanceof Error)) return toResult(outcome);
    const parts = { body: items[index], params: request.params };
    const { problem, message, faults, cause } = toProblem(outcome, parts);
    const inRequest = faults.map((fault) => ({
      ...fault,
      pointer: `/${field}/${index}${fault.pointer}`,
    }));
    const error = new ProblemError(problem, message, { faults: inRequest, cause });
    const { status } = problemType(problem);
    if (status >= 500) logFailure(error, request);
    return { status, problem: problemMembers(error, about) };
  });
  keepIfAllMay(request, found);
  return found;
}

// Problems of the request rather than of one of its items.
const OF_ALL: ReadonlySet<ProblemName> = new Set([
  "TOURNAMENT_NOT_FOUND",
  "SCORES_NOT_ENABLED",
  "OVERLOADED",
  "UNAVAILABLE",
  "DEADLINE_EXCEEDED",
  "INTERNAL",
]);

function findCommonFailure(outcomes: readonly unknown[]): Error | undefined {
  const failures = outcomes.filter((outcome) => outcome instanceof Error);
  const problems = new Set(failures.map((failure) => toProblem(failure, {}).problem));
  const [problem] = problems;
  const isCommon = failures.length === outcomes.length && problems.size === 1;
  return isCommon && problem !== undefined && OF_ALL.has(problem) ? failures[0] : undefined;
}
