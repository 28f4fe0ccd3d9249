import type { Context, Rpcs } from "../context.ts";
import { listSessions as listLive } from "../db/sessions.ts";
import { sessionMessage } from "../messages.ts";

/** Lists a person's live sessions, the last used first. */
export const listSessions =
  ({ db }: Context): Rpcs["listSessions"] =>
  async ({ userId }) => ({
    sessions: (await listLive(db, userId)).map(sessionMessage),
  });
