import type { Problem } from "./schema.d.ts";

/** A refusal by the API (RFC 9457). */
export class ApiProblem extends Error {
  override name = "ApiProblem";
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  readonly faults: NonNullable<Problem["errors"]>;
  /** The URL of the page that explains this problem. */
  readonly type: string;

  constructor(problem: Omit<Problem, "instance">) {
    super(problem.detail);
    this.status = problem.status;
    this.code = problem.code;
    this.requestId = problem.requestId;
    this.faults = problem.errors ?? [];
    this.type = problem.type;
  }
}

export class Unreachable extends Error {
  override name = "Unreachable";
}

export const toUnreachable = (cause: unknown): Unreachable =>
  new Unreachable("The server could not be reached. Check your connection and try again.", {
    cause,
  });

/** Returns whether an error is a refusal by the API, optionally with one of the given codes. */
export const isProblem = (error: unknown, ...codes: readonly string[]): error is ApiProblem =>
  error instanceof ApiProblem && (codes.length === 0 || codes.includes(error.code));

export const isWorthRepeating = (error: unknown): boolean =>
  !(error instanceof ApiProblem) || error.status === 429 || error.status >= 500;

/** Returns the faults of a refused request by the name of the body field. */
export function faultsByField(error: unknown): Record<string, string> {
  const faults = error instanceof ApiProblem ? error.faults : [];
  return Object.fromEntries(faults.map(({ pointer, detail }) => [pointer.slice(1), detail]));
}
