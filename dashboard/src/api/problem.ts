/** A fault of a request: where in it, as a JSON pointer, and what is wrong there. */
export interface FieldFault {
  pointer: string;
  detail: string;
}

/** The problem document that a refused request is answered with (RFC 9457). */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  requestId: string;
  errors?: readonly FieldFault[];
}

/** A request that the API refused. */
export class ApiProblem extends Error {
  override name = "ApiProblem";
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  readonly faults: readonly FieldFault[];
  /** The page that explains this type of problem. */
  readonly type: string;

  constructor(problem: ProblemDocument) {
    super(problem.detail);
    this.status = problem.status;
    this.code = problem.code;
    this.requestId = problem.requestId;
    this.faults = problem.errors ?? [];
    this.type = problem.type;
  }
}

/** The API could not be reached, or what answered was not the API. */
export class Unreachable extends Error {
  override name = "Unreachable";
}

/** Whether a failure is the API's refusal with one of these codes. */
export const isProblem = (error: unknown, ...codes: readonly string[]): error is ApiProblem =>
  error instanceof ApiProblem && (codes.length === 0 || codes.includes(error.code));

/** Returns whether a read that failed can succeed later. */
export const isWorthRepeating = (error: unknown): boolean =>
  !(error instanceof ApiProblem) || error.status === 429 || error.status >= 500;

/** The faults of a refusal by the name of the field in the body, for a form to show. */
export function faultsByField(error: unknown): Record<string, string> {
  const faults = error instanceof ApiProblem ? error.faults : [];
  return Object.fromEntries(faults.map(({ pointer, detail }) => [pointer.slice(1), detail]));
}
