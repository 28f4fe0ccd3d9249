import { createBatcher } from "@tms/kit/batching/batcher";
import { keepAnswers } from "@tms/kit/batching/kept-answers";
import type { LiveSession } from "@tms/proto/tms/identity/v1/identity";
import type { Clients } from "../../clients.ts";
import { CALL_LIMIT } from "../call-limit.ts";

// How late the end of a session may take effect.
const KEEPING = { nameOf: (sessionId: string) => sessionId, forMs: 5_000, most: 10_000 };
const LIMITS = { maxBatch: 256, inFlight: 2, maxWaiting: 8_192 };

/**
 * Creates a function that finds a session that has not ended. Sessions that are asked for at the same
 * time are asked about in one call.
 */
export function createLiveSessions(identity: Clients["identity"]) {
  const lookUp = createBatcher<string, LiveSession | undefined>(async (sessionIds, answer) => {
    const request = { sessionIds: [...sessionIds] };
    const { sessions } = await identity.batchCheckSessions(request, CALL_LIMIT);
    const live = new Map(sessions.map((session) => [session.sessionId, session]));
    sessionIds.forEach((id, index) => answer(live.get(id), index));
  }, LIMITS);
  return keepAnswers(lookUp, KEEPING);
}
