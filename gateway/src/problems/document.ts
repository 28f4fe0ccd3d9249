import { codeOf, problemType, slugOf } from "./catalogue.ts";
import type { ProblemError } from "./problem-error.ts";

/** The media type of every failed answer (RFC 9457). */
export const PROBLEM_MEDIA_TYPE = "application/problem+json";

/** The problem document of one failed request, as JSON text. */
export function problemDocument(
  error: ProblemError,
  about: { publicUrl: string; instance: string; requestId: string },
): string {
  const { status, title } = problemType(error.problem);
  return JSON.stringify({
    type: `${about.publicUrl}/problems/${slugOf(error.problem)}`,
    title,
    status,
    detail: error.message,
    instance: about.instance,
    code: codeOf(error.problem),
    requestId: about.requestId,
    ...(error.faults.length > 0 && { errors: error.faults }),
  });
}
