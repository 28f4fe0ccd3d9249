import type { FastifyRequest } from "fastify";
import type { ProblemName } from "./catalogue.ts";
import { itemProblem } from "./item.ts";
import { toProblem } from "./translate.ts";

/** What a request that has many items is told of one of them. */
export type ItemResult<T> = T | { status: number; problem: object };

/** The items of a request, and the field of its body that holds them. */
export interface Items {
  field: string;
  items: readonly unknown[];
  publicUrl: string;
}

/**
 * What became of each item of a request, in the order of the request: what `told` makes of its outcome,
 * or its problem. Throws where all failed for one reason that is none of theirs.
 */
export function resultsOf<O, T extends { status: number }>(
  request: FastifyRequest,
  { field, items, publicUrl }: Items,
  outcomes: readonly (O | Error)[],
  told: (outcome: O) => T,
): ItemResult<T>[] {
  const common = commonFailure(outcomes);
  if (common !== undefined) throw common;
  return outcomes.map((outcome, index) => {
    if (!(outcome instanceof Error)) return told(outcome);
    const item = { body: items[index], pointer: `/${field}/${index}` };
    return itemProblem(outcome, request, item, publicUrl);
  });
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

/** Why the request as a whole failed: all of its items did, and for one reason that is none of theirs. */
function commonFailure(outcomes: readonly unknown[]): Error | undefined {
  const failures = outcomes.filter((outcome) => outcome instanceof Error);
  const problems = new Set(failures.map((failure) => toProblem(failure, {}).problem));
  const [problem] = problems;
  const isCommon = failures.length === outcomes.length && problems.size === 1;
  return isCommon && problem !== undefined && OF_ALL.has(problem) ? failures[0] : undefined;
}
