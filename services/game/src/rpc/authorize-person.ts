import type { Context, MemberRpcs } from "../context.ts";
import { findPersonGame } from "../db/members.ts";
import { gameNotFound } from "../errors.ts";
import { gameMessage, ROLES } from "../messages.ts";

/** Tells a person's role in a game; whoever has none learns no more than that it is unknown. */
export const authorizePerson =
  ({ db }: Context): MemberRpcs["authorizePerson"] =>
  async ({ userId, where }) => {
    if (where.case === undefined) throw new Error("a validated request has no game");
    const named = where.case === "projectId" ? { projectId: where.value } : { gameId: where.value };
    const found = await findPersonGame(db, userId, named);
    if (found === undefined) throw gameNotFound();
    return { role: ROLES.value(found.role), game: gameMessage(found.game) };
  };
