import { many, one } from "@tms/resources/field";
import { Session, User } from "@tms/resources/user";
import { optional, password, personName, text } from "@tms/resources/input";
import { invalid } from "../problems/problem-error.ts";
import { operationsOf } from "../rest/operation.ts";

const user = one(User, "user");

const { get, patch } = operationsOf("user", { read: "user", write: "user" });

export const userOperations = [
  get("getUser", "/user", {
    summary: "Retrieve your account",
    description: "Returns your own account: your name and your email address.",
    returns: "Your account.",
    reply: { user },
    handle: ({ person: { userId } }, { identity }) => identity.getUser({ userId }),
  }),

  patch("updateUser", "/user/update", {
    summary: "Update your account",
    description:
      "Changes your name or your password, and returns your account. A new password needs `currentPassword` and ends all your other sessions. Omitted fields do not change.",
    isSecret: true,
    body: optional({
      name: personName,
      password: password,
      currentPassword: text(
        "The current password of the account. Required with `password`.",
        1_000,
      ),
    }),
    example: { name: "Ada King" },
    problems: ["CREDENTIALS_INVALID", "SESSION_ENDED", "PASSWORD_TOO_WEAK", "TOO_MANY_ATTEMPTS"],
    returns: "Your updated account.",
    done: "Account updated successfully",
    reply: { user },
    async handle({ body, requestId, person, source }, { identity }) {
      const { name, password: next, currentPassword: current } = body;
      if ((next === undefined) !== (current === undefined)) {
        const pointer = next === undefined ? "/password" : "/currentPassword";
        throw invalid({ pointer, detail: "is required" });
      }
      return await identity.updateUser({
        ...person,
        requestId,
        source,
        name,
        password: next && current ? { current, next } : undefined,
      });
    },
  }),

  get("listSessions", "/user/sessions", {
    summary: "List your sessions",
    description: "Returns your active sessions, the most recently used first.",
    returns: "The active sessions, the most recently used first.",
    reply: { sessions: many(Session, "Your active sessions.", "sessions", { maxItems: 50 }) },
    async handle({ person: { userId, sessionId } }, { identity }) {
      const { sessions } = await identity.listSessions({ userId });
      return { sessions: sessions.map((session) => ({ ...session, byId: sessionId })) };
    },
  }),

  patch("revokeSession", "/user/sessions/:sessionId/revoke", {
    summary: "Revoke a session",
    description:
      "Ends one of your sessions and returns it. Its access tokens stop working within five seconds. For requests that change access, such as keys or members, they stop working immediately.",
    problems: ["SESSION_ENDED"],
    returns: "The session that was ended.",
    done: "Session ended successfully",
    reply: { session: one(Session, "session") },
    async handle({ params: { sessionId }, person }, { identity }) {
      const { userId, sessionId: byId } = person;
      const { session } = await identity.revokeSession({ userId, sessionId, bySessionId: byId });
      return { session: session && { ...session, byId } };
    },
  }),
];
