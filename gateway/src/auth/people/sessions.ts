import { createBatcher } from "@tms/kit/batching/batcher";
import { keepAnswers } from "@tms/kit/batching/kept-answers";
import type { LiveSession } from "@tms/proto/tms/identity/v1/identity";
import type { App } from "../../app-type.ts";
import { accessOf, changesAccess } from "../access.ts";
import { CALL_LIMIT } from "../call-limit.ts";
import { tokenInvalid } from "./access-token.ts";
import { findCaller, isPerson } from "../principal.ts";
import type { Clients } from "../../clients.ts";

// Answers are kept for five seconds. The end of a session takes effect within this time.
const KEEPING = { nameOf: (sessionId: string) => sessionId, forMs: 5_000, most: 10_000 };
const LIMITS = { maxBatch: 256, inFlight: 2, maxWaiting: 8_192 };

/** Creates a function that finds a session that has not ended. Concurrent look-ups share one call. */
export function createLiveSessions(identity: Clients["identity"]) {
  const lookUp = createBatcher<string, LiveSession | undefined>(async (sessionIds, answer) => {
    const request = { sessionIds: [...sessionIds] };
    const { sessions } = await identity.batchCheckSessions(request, CALL_LIMIT);
    const live = new Map(sessions.map((session) => [session.sessionId, session]));
    sessionIds.forEach((id, index) => answer(live.get(id), index));
  }, LIMITS);
  return keepAnswers(lookUp, KEEPING);
}

/**
 * Adds a hook that throws TOKEN_INVALID if an ended session changes access. The hook calls the identity
 * service after the body has arrived, because the answers of {@link createLiveSessions} may be five seconds
 * old. Roles and keys need no such hook, because the services check them in the change itself.
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
