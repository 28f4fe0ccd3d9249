import { traced } from "@tms/kit/process/fault-points";
import type { Context, Rpcs } from "../context.ts";
import { endSession, findSession } from "../db/sessions.ts";
import { sessionNotFound } from "../errors.ts";
import { sessionMessage } from "../messages.ts";

/** Ends one of a person's sessions; ending it again changes nothing. */
export const revokeSession =
  ({ db }: Context): Rpcs["revokeSession"] =>
  async ({ userId, sessionId }) => {
    const session = await findSession(db, sessionId);
    if (session?.userId !== userId) throw sessionNotFound();
    await traced("identity.end-session", () => endSession(db, sessionId, "revoked"));
    return { session: sessionMessage(session) };
  };
