import { NoBody, noQuery } from "../../openapi/schemas/fields.ts";
import {
  operation,
  peopleProblems,
  peopleSecurity,
  writingHeaders,
  WRITING,
} from "../../openapi/operation.ts";
import {
  sessionParams,
  SessionReply,
  SessionsReply,
  UpdateUserBody,
  UpdateUserReply,
  UserReply,
} from "./schemas.ts";

const common = { tags: ["user"], security: peopleSecurity, querystring: noQuery };

export const read = operation("user", {
  ...common,
  operationId: "getUser",
  summary: "Read one's own account",
  response: { 200: UserReply, ...peopleProblems() },
});

export const update = operation(
  "user",
  {
    ...common,
    operationId: "updateUser",
    summary: "Change one's own name or password",
    description: "A new password needs the present one and ends all other sessions.",
    headers: writingHeaders,
    body: UpdateUserBody,
    response: {
      200: UpdateUserReply,
      ...peopleProblems(
        "CREDENTIALS_INVALID",
        "SESSION_ENDED",
        "PASSWORD_TOO_WEAK",
        "TOO_MANY_ATTEMPTS",
        ...WRITING,
      ),
    },
  },
  { isSecret: true },
);

export const listSessions = operation("user", {
  ...common,
  operationId: "listSessions",
  summary: "List one's own sessions",
  response: { 200: SessionsReply, ...peopleProblems() },
});

export const revokeSession = operation("user", {
  ...common,
  operationId: "revokeSession",
  summary: "End one of one's own sessions",
  description:
    "Its access tokens stop working within five seconds, and at once for changes of access.",
  params: sessionParams,
  headers: writingHeaders,
  body: NoBody,
  response: {
    200: SessionReply,
    ...peopleProblems("URI_TOO_LONG", "SESSION_ENDED", "SESSION_NOT_FOUND", ...WRITING),
  },
});
