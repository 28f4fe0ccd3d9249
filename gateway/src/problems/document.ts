import { Type } from "typebox";
import { codeOf, problemType, slugOf } from "./catalogue.ts";
import type { ProblemError } from "./problem-error.ts";

/** The media type of every failed response (RFC 9457). */
export const PROBLEM_MEDIA_TYPE = "application/problem+json";

export const problemDocument = (error: ProblemError, about: About): string =>
  JSON.stringify(problemMembers(error, about));

export interface About {
  publicUrl: string;
  instance: string;
  requestId: string;
  traceId?: string | undefined;
}

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
    ...(about.traceId !== undefined && { traceId: about.traceId }),
    ...(error.faults.length > 0 && { errors: error.faults }),
    ...error.members,
  };
}

export const ProblemSchema = Type.Object(
  {
    type: Type.String({
      format: "uri",
      description: "The URL of the page that explains this type of problem.",
    }),
    title: Type.String({
      description: "A short summary. It is the same for all problems of this type.",
    }),
    status: Type.Integer({ description: "The HTTP status of the response." }),
    detail: Type.String({
      description: "An explanation of this problem for people. In programs, use `code` instead.",
    }),
    instance: Type.String({ description: "The path of the failed request, without credentials." }),
    code: Type.String({
      description: "The code of the problem type, such as `tournament_full`. It never changes.",
    }),
    requestId: Type.String({
      description: "The id of the request, as in the `X-Request-Id` header.",
    }),
    traceId: Type.Optional(
      Type.String({
        description:
          "The id of the request's trace, for the operator. Absent if the operator does not trace the request.",
      }),
    ),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.String({
            description:
              "The faulty field: a JSON pointer into the body. Parameters have pointers under `/query`, `/path` or `/header`.",
          }),
          detail: Type.String({ description: "The rule that the field violates." }),
        }),
        { description: "The faulty fields, at most eight." },
      ),
    ),
    oldestSequence: Type.Optional(
      Type.Integer({
        description:
          "Only with `events_expired`: the sequence of the oldest event that is still kept.",
      }),
    ),
    tournament: Type.Optional(
      Type.String({
        description:
          "Only with `external_id_taken`: the id of the tournament that has the `externalId`.",
      }),
    ),
  },
  {
    $id: "Problem",
    description: "The problem document (RFC 9457) of a failed request.",
    examples: [
      {
        type: "https://api.example.com/problems/tournament-full",
        title: "All seats are taken",
        status: 409,
        detail: "All seats of the tournament are taken.",
        instance: "/tournament/0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11/join",
        code: "tournament_full",
        requestId: "0197d9a5-11c2-7f0e-8a54-7f3f2a9b6c01",
      },
    ],
  },
);
