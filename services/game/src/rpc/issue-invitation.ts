import { idempotent } from "@tms/kit/database/idempotent";
import { newId } from "@tms/kit/values/ids";
import { originOf } from "@tms/kit/rpc/origin";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import type { Context, MemberRpcs } from "../context.ts";
import { findGame } from "../db/games.ts";
import { gameNotFound } from "../errors.ts";
import { stageInBoth } from "../events.ts";
import { makeInvitation } from "../members/invite.ts";
import { makeToken } from "../members/tokens.ts";
import { invitationMessage, roleOf } from "../messages.ts";

const method = MemberService.method.issueInvitation;

/** Makes an invitation for an operator to hand on. The stored response never holds its token. */
export const issueInvitation =
  ({ db }: Context): MemberRpcs["issueInvitation"] =>
  async (request, call) => {
    const [id, token] = [newId(), makeToken()];
    const mutation = { faultPoint: "game.issue-invitation", method, request } as const;
    const response = await idempotent(db, mutation, async (tx) => {
      const game = await findGame(tx, request.gameId);
      if (game === undefined) throw gameNotFound();
      const [{ projectId }, { email }, role] = [game, request, roleOf(request.role)];
      const made = { id, projectId, email, role, token, invitedBy: null };
      const invitation = invitationMessage(await makeInvitation(tx, made));
      const change = { case: "memberInvited", value: { invitation } } as const;
      await stageInBoth(tx, projectId, originOf(call), change);
      return { invitation };
    });
    // A repeat gets the invitation of the first time, whose token nobody knows any more.
    return response.invitation?.id === id ? { ...response, token } : response;
  };
