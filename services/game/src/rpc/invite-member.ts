import type { HandlerContext } from "@connectrpc/connect";
import { idempotent } from "@tms/kit/database/idempotent";
import { refusedFor } from "@tms/kit/errors/remote-error";
import { within } from "@tms/kit/rpc/client";
import { derivedId, newId } from "@tms/kit/values/ids";
import { originOf } from "@tms/kit/rpc/origin";
import { MemberService, type Invitation } from "@tms/proto/tms/game/v1/member";
import type { Context, MemberRpcs } from "../context.ts";
import { addToken, markMailed } from "../db/invitations.ts";
import { findEnvironments } from "../db/projects.ts";
import { gameNotFound, userNotFound } from "../errors.ts";
import { stageInBoth } from "../events.ts";
import { makeInvitation } from "../members/invite.ts";
import { peopleOf } from "../members/people.ts";
import { digestToken, makeToken } from "../members/tokens.ts";
import { invitationMessage, roleOf, ROLES } from "../messages.ts";
import { requireRight } from "../require-right.ts";

const method = MemberService.method.inviteMember;

/**
 * Records an invitation, then has it mailed. If this is interrupted, a repeat has it mailed with a token
 * of its own. Of all tries identity sends one mail, and the token in that mail works.
 */
export const inviteMember =
  (context: Context): MemberRpcs["inviteMember"] =>
  async (request, call) => {
    const { db } = context;
    const { projectId, invitedBy } = request;
    // Before anything is recorded, so that a service that is away leaves nothing half done.
    const inviter = (await peopleOf(context, [invitedBy], call)).get(invitedBy);
    if (inviter === undefined) throw userNotFound();
    const environments = await findEnvironments(db, projectId);
    if (environments === undefined) throw gameNotFound();
    const [id, token] = [newId(), makeToken()];
    const mutation = { faultPoint: "game.invite", method, request } as const;
    const response = await idempotent(db, mutation, async (tx) => {
      await requireRight(tx, originOf(call).actor, { projectId }, "members:write");
      const role = roleOf(request.role);
      const made = { id, projectId, email: request.email, role, token, invitedBy };
      const invitation = invitationMessage(await makeInvitation(tx, made));
      const change = { case: "memberInvited", value: { invitation } } as const;
      await stageInBoth(tx, projectId, originOf(call), change);
      return { invitation };
    });
    const { invitation } = response;
    if (invitation === undefined) throw new Error("a stored response holds no invitation");
    // Stored before it is mailed. The token of an earlier try is not known, but it may have been mailed.
    const isUnsent =
      invitation.id === id || (await addToken(db, invitation.id, digestToken(token)));
    if (isUnsent) {
      const names = { gameName: environments.live.name, inviterName: inviter.name };
      await mail(context, invitation, { ...names, token }, call);
    }
    return response;
  };

async function mail(
  { db, identity }: Context,
  invitation: Invitation,
  content: { gameName: string; inviterName: string; token: string },
  call: HandlerContext,
): Promise<void> {
  const { id, email, expireTime } = invitation;
  const role = ROLES.word(invitation.role) ?? "";
  const requestId = derivedId("invitation-mail", id);
  const value = { ...content, role, ...(expireTime && { expireTime }) };
  const request = {
    requestId,
    to: { case: "email", value: email },
    content: { case: "invitation", value },
  } as const;
  try {
    await identity.sendMail(request, within(call));
  } catch (error) {
    // An earlier try was mailed, with another token or other names.
    if (!refusedFor(error, "REQUEST_ID_REUSED")) throw error;
  }
  await markMailed(db, id);
}
