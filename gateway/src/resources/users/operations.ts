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
  summary: "Retrieve your account",
  description: "Returns your own account: your name and your email address. Needs an access token.",
  response: { 200: UserReply, ...peopleProblems() },
});

export const update = operation(
  "user",
  {
    ...common,
    operationId: "updateUser",
    summary: "Update your account",
    description:
      "Changes your name or your password, and returns your account. A new password needs `currentPassword` and ends all your other sessions. Omitted fields do not change. Needs an access token.",
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
  summary: "List your sessions",
  description: "Returns your active sessions, the most recently used first. Needs an access token.",
  response: { 200: SessionsReply, ...peopleProblems() },
});

export const revokeSession = operation("user", {
  ...common,
  operationId: "revokeSession",
  summary: "Revoke a session",
  description:
    "Ends one of your sessions and returns it. Its access tokens stop working within five seconds. For requests that change access, such as keys or members, they stop working immediately. Needs an access token.",
  params: sessionParams,
  headers: writingHeaders,
  body: NoBody,
  response: {
    200: SessionReply,
    ...peopleProblems("URI_TOO_LONG", "SESSION_ENDED", "SESSION_NOT_FOUND", ...WRITING),
  },
});
