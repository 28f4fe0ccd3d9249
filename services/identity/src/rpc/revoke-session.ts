import { transaction } from "@tms/kit/database/transaction";
import type { Context, Rpcs } from "../context.ts";
import { findSession } from "../db/sessions.ts";
import { sessionNotFound } from "../errors.ts";
import { sessionMessage } from "../messages.ts";
import { endDoubtful } from "../sessions/end.ts";

/** Ends one of a person's sessions; ending it again changes nothing. */
export const revokeSession =
  ({ db }: Context): Rpcs["revokeSession"] =>
  async ({ userId, sessionId }) => {
    const session = await findSession(db, sessionId);
    if (session?.userId !== userId) throw sessionNotFound();
    await transaction(db, "identity.end-session", (tx) => endDoubtful(tx, session, "revoked"));
    return { session: sessionMessage(session) };
  };
