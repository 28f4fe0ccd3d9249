import { transaction } from "@tms/kit/database/transaction";
import type { Context, Rpcs } from "../context.ts";
import { findSession } from "../db/sessions.ts";
import { sessionNotFound } from "../errors.ts";
import { sessionMessage } from "../messages.ts";
import { endDoubtful } from "../sessions/end.ts";
import { lockForSession } from "../sessions/lock-for-session.ts";

/** Ends one of a person's sessions; ending it again changes nothing. */
export const revokeSession =
  ({ db }: Context): Rpcs["revokeSession"] =>
  async ({ userId, sessionId, bySessionId }) => {
    const session = await findSession(db, sessionId);
    if (session?.userId !== userId) throw sessionNotFound();
    await transaction(db, "identity.end-session", async (tx) => {
      await lockForSession(tx, userId, bySessionId);
      await endDoubtful(tx, session, "revoked");
    });
    return { session: sessionMessage(session) };
  };
