import type { App } from "../../app-type.ts";
import type { Clients } from "../../clients.ts";
import { accessOf, changesAccess } from "../access.ts";
import { CALL_LIMIT } from "../call-limit.ts";
import { findCaller, isPerson } from "../principal.ts";
import { tokenInvalid } from "./access-token.ts";

/**
 * Refuses a change of access by a session that has ended, without the delay of live-sessions.ts. The
 * identity service is asked when the body has arrived, right before the change. Roles and keys are
 * checked by the services that make the change. Throws TOKEN_INVALID.
 */
export function requireCurrentSession(app: App, { identity }: Pick<Clients, "identity">): void {
  app.addHook("preHandler", async (request) => {
    const caller = findCaller(request);
    if (caller === null || !isPerson(caller)) return;
    if (!changesAccess(accessOf(request), request.method)) return;
    const { sessionId } = caller;
    const { sessions } = await identity.batchCheckSessions({ sessionIds: [sessionId] }, CALL_LIMIT);
    if (!sessions.some(({ userId }) => userId === caller.actor.id)) throw tokenInvalid();
  });
}
