import { isId } from "@tms/kit/values/ids";
import type { App } from "../../app-type.ts";
import { personOf } from "../../auth/principal.ts";
import type { Clients } from "../../clients.ts";
import { within } from "../../http/deadline.ts";
import { sourceOf } from "../../http/source.ts";
import { rpcRequestId } from "../../idempotency/repeats.ts";
import { userJson } from "../../openapi/schemas/user.ts";
import { invalid, ProblemError } from "../../problems/problem-error.ts";
import { sessionJson } from "./json.ts";
import * as operations from "./operations.ts";

/** One's own account and sessions. */
export function userRoutes(app: App, clients: Pick<Clients, "identity">): void {
  accountRoutes(app, clients);
  sessionRoutes(app, clients);
}

function accountRoutes(app: App, { identity }: Pick<Clients, "identity">): void {
  app.get("/user", operations.read, async (request) => {
    const { userId } = personOf(request);
    const { user } = await identity.getUser({ userId }, within(request));
    return { user: userJson(user) };
  });

  app.patch("/user/update", operations.update, async (request) => {
    const { name, password: next, currentPassword: current } = request.body;
    if ((next === undefined) !== (current === undefined)) {
      const pointer = next === undefined ? "/password" : "/currentPassword";
      throw invalid({ pointer, detail: "is required" });
    }
    const { user } = await identity.updateUser(
      {
        requestId: rpcRequestId(request),
        ...personOf(request),
        source: sourceOf(request),
        ...(name !== undefined && { name }),
        ...(next !== undefined && current !== undefined && { password: { current, next } }),
      },
      within(request),
    );
    return { message: "Account updated successfully", user: userJson(user) };
  });
}

function sessionRoutes(app: App, { identity }: Pick<Clients, "identity">): void {
  app.get("/user/sessions", operations.listSessions, async (request) => {
    const { userId, sessionId } = personOf(request);
    const { sessions } = await identity.listSessions({ userId }, within(request));
    return { sessions: sessions.map((session) => sessionJson(session, sessionId)) };
  });

  app.patch("/user/sessions/:sessionId/revoke", operations.revokeSession, async (request) => {
    const { userId, sessionId: current } = personOf(request);
    const { sessionId } = request.params;
    if (!isId(sessionId)) throw new ProblemError("SESSION_NOT_FOUND");
    const { session } = await identity.revokeSession(
      { userId, sessionId: sessionId.toLowerCase(), bySessionId: current },
      within(request),
    );
    if (session === undefined) throw new Error("the identity service returned no session");
    return { message: "Session ended successfully", session: sessionJson(session, current) };
  });
}
