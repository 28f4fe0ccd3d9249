import type { Problem } from "./schema.d.ts";

type Document = Omit<Problem, "instance">;

/** A refusal by the API (RFC 9457). */
export class ApiProblem extends Error {
  override name = "ApiProblem";
  readonly document: Document;

  constructor(document: Document) {
    super(document.detail);
    this.document = document;
  }
}

export const isProblem = (error: unknown, ...codes: readonly string[]): error is ApiProblem =>
  error instanceof ApiProblem && (codes.length === 0 || codes.includes(error.document.code));

/** Reports whether the same request can still succeed. The service may have performed it. */
export const isWorthRepeating = (error: unknown): boolean =>
  !isProblem(error) ||
  error.document.code === "request_in_flight" ||
  error.document.status === 429 ||
  error.document.status >= 500;

export function faultsByField(error: unknown): Record<string, string> {
  const faults = isProblem(error) ? error.document.errors : undefined;
  return Object.fromEntries(
    (faults ?? []).map(({ pointer, detail }) => [pointer.slice(1), detail]),
  );
}
