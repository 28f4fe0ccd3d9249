import type { HandlerContext } from "@connectrpc/connect";
import { idempotent } from "@tms/kit/database/idempotent";
import { within } from "@tms/kit/rpc/client";
import { derivedId, newId } from "@tms/kit/values/ids";
import { MemberService, type Invitation } from "@tms/proto/tms/game/v1/member";
import type { Context, MemberRpcs } from "../context.ts";
import { markMailed, replaceToken } from "../db/invitations.ts";
import { findEnvironments } from "../db/projects.ts";
import { gameNotFound, userNotFound } from "../errors.ts";
import { makeInvitation } from "../members/invite.ts";
import { peopleOf } from "../members/people.ts";
import { digestToken, makeToken } from "../members/tokens.ts";
import { invitationMessage, roleOf, ROLES } from "../messages.ts";

const method = MemberService.method.inviteMember;

/**
 * Records an invitation, then has it mailed. Interrupted between the two, a repeat mails another
 * token, since nobody knows the first; the last one mailed works.
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
      const role = roleOf(request.role);
      const made = { id, projectId, email: request.email, role, token, invitedBy };
      return { invitation: invitationMessage(await makeInvitation(tx, made)) };
    });
    const { invitation } = response;
    if (invitation === undefined) throw new Error("a stored response holds no invitation");
    const isUnsent =
      invitation.id === id || (await replaceToken(db, invitation.id, digestToken(token)));
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
  await identity.sendMail(
    {
      // Each token is a mail of its own.
      requestId: derivedId("invitation-mail", id, digestToken(content.token).toString("hex")),
      to: { case: "email", value: email },
      content: {
        case: "invitation",
        value: { ...content, role, ...(expireTime && { expireTime }) },
      },
    },
    within(call),
  );
  await markMailed(db, id);
}
