import { codeOf, problemType, slugOf } from "./catalogue.ts";
import type { ProblemError } from "./problem-error.ts";

/** The media type of every failed answer (RFC 9457). */
export const PROBLEM_MEDIA_TYPE = "application/problem+json";

/** The problem document of one failed request, as JSON text. */
export const problemDocument = (error: ProblemError, about: About): string =>
  JSON.stringify(problemMembers(error, about));

/** What a problem document tells of the request, and where its type is explained. */
interface About {
  publicUrl: string;
  instance: string;
  requestId: string;
}

/** The members of a problem document. */
export function problemMembers(error: ProblemError, about: About) {
  const { status, title } = problemType(error.problem);
  return {
    type: `${about.publicUrl}/problems/${slugOf(error.problem)}`,
    title,
    status,
    detail: error.message,
    instance: about.instance,
    code: codeOf(error.problem),
    requestId: about.requestId,
    ...(error.faults.length > 0 && { errors: error.faults }),
    ...error.members,
  };
}
