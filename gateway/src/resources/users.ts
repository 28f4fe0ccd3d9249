import { ref } from "@tms/resources/resource";
import { Session, User } from "@tms/resources/user";
import { Type } from "typebox";
import { sourceOf } from "../http/source.ts";
import { closed, message, password, personName } from "../openapi/fields.ts";
import { invalid } from "../problems/problem-error.ts";
import { operationsOf } from "../rest/operation.ts";

const user = ref(User.schema);
const session = ref(Session.schema);

const { get, patch } = operationsOf("user");

/** The operations on your own account and sessions. */
export const userOperations = [
  get("getUser", "/user", {
    scope: "user",
    summary: "Retrieve your account",
    description:
      "Returns your own account: your name and your email address. Needs an access token.",
    returns: "Your account.",
    reply: { user },
    async handle({ person: { userId } }, { identity }) {
      const found = await identity.getUser({ userId });
      return { user: User.toJson(found.user) };
    },
  }),

  patch("updateUser", "/user/update", {
    scope: "user",
    summary: "Update your account",
    description:
      "Changes your name or your password, and returns your account. A new password needs `currentPassword` and ends all your other sessions. Omitted fields do not change. Needs an access token.",
    isSecret: true,
    body: closed(
      {
        name: Type.Optional(personName),
        password: Type.Optional(password),
        currentPassword: Type.Optional(
          Type.String({
            format: "text",
            minLength: 1,
            maxLength: 1_000,
            description: "The current password of the account. Required with `password`.",
          }),
        ),
      },
      { examples: [{ name: "Ada King" }] },
    ),
    problems: ["CREDENTIALS_INVALID", "SESSION_ENDED", "PASSWORD_TOO_WEAK", "TOO_MANY_ATTEMPTS"],
    returns: "Your updated account.",
    reply: { message, user },
    async handle({ body, request, requestId, person }, { identity }) {
      const { name, password: next, currentPassword: current } = body;
      if ((next === undefined) !== (current === undefined)) {
        const pointer = next === undefined ? "/password" : "/currentPassword";
        throw invalid({ pointer, detail: "is required" });
      }
      const updated = await identity.updateUser({
        requestId,
        ...person,
        source: sourceOf(request),
        ...(name !== undefined && { name }),
        ...(next !== undefined && current !== undefined && { password: { current, next } }),
      });
      return { message: "Account updated successfully", user: User.toJson(updated.user) };
    },
  }),

  get("listSessions", "/user/sessions", {
    scope: "user",
    summary: "List your sessions",
    description:
      "Returns your active sessions, the most recently used first. Needs an access token.",
    returns: "The active sessions, the most recently used first.",
    reply: {
      sessions: Type.Array(session, { maxItems: 50, description: "Your active sessions." }),
    },
    async handle({ person: { userId, sessionId } }, { identity }) {
      const { sessions } = await identity.listSessions({ userId });
      return { sessions: sessions.map((one) => Session.toJson(one, sessionId)) };
    },
  }),

  patch("revokeSession", "/user/sessions/:sessionId/revoke", {
    scope: "user",
    summary: "Revoke a session",
    description:
      "Ends one of your sessions and returns it. Its access tokens stop working within five seconds. For requests that change access, such as keys or members, they stop working immediately. Needs an access token.",
    problems: ["SESSION_ENDED"],
    returns: "The session that was ended.",
    reply: { message, session },
    async handle({ params: { sessionId }, person }, { identity }) {
      const { userId, sessionId: bySessionId } = person;
      const revoked = await identity.revokeSession({ userId, sessionId, bySessionId });
      return {
        message: "Session ended successfully",
        session: Session.toJson(revoked.session, bySessionId),
      };
    },
  }),
];
