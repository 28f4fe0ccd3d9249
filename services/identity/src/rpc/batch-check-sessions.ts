import type { Context, Rpcs } from "../context.ts";
import { findLiveSessions } from "../db/sessions.ts";

/** Tells which of many sessions are live. */
export const batchCheckSessions =
  ({ db }: Context): Rpcs["batchCheckSessions"] =>
  async ({ sessionIds }) => {
    const live = await findLiveSessions(db, sessionIds);
    return { sessions: live.map(({ id: sessionId, userId }) => ({ sessionId, userId })) };
  };
