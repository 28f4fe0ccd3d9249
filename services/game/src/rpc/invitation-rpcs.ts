import type { HandlerContext } from "@connectrpc/connect";
import type { Tx } from "@tms/kit/database/handle";
import { once } from "@tms/kit/database/idempotent";
import { DomainError } from "@tms/kit/errors/domain-error";
import { refusedFor } from "@tms/kit/errors/remote-error";
import { within } from "@tms/kit/rpc/client";
import { mutation } from "@tms/kit/rpc/rpcs";
import { derivedId, newId } from "@tms/kit/values/ids";
import type { Invitation } from "@tms/proto/tms/game/v1/member";
import type { Context, MemberRpcs } from "../context.ts";
import { findEnvironments, findGame, lockProject } from "../db/games.ts";
import {
  addToken,
  endInvitation,
  findInvitation,
  markMailed,
  type InvitationRow,
} from "../db/invitations.ts";
import { changeRole, findMember, insertMember, type MemberRow } from "../db/members.ts";
import { invitationInvalid } from "../errors.ts";
import { stageInBoth } from "../events.ts";
import {
  digestToken,
  makeInvitation,
  makeToken,
  named,
  peopleOf,
  requireRoomForGame,
  requireRoomForMember,
} from "../members.ts";
import { gameMessage, invitationMessage, memberMessage, roleOf, ROLES } from "../messages.ts";
import { requireRight } from "../require-right.ts";

export const invitationRpcs = {
  /**
   * Records an invitation, then has it mailed. If this is interrupted, a repeat has it mailed with a token
   * of its own. Of all tries identity sends one mail, and the token in that mail works.
   */
  async inviteMember(context, request, call) {
    const { db } = context;
    const { projectId, invitedBy } = request;
    // Read before the invitation is recorded, so that an unavailable service leaves nothing half done.
    const inviter = (await peopleOf(context, [invitedBy], call)).get(invitedBy);
    if (inviter === undefined) throw new DomainError("USER_NOT_FOUND");
    const environments = await findEnvironments(db, projectId);
    if (environments === undefined) throw new DomainError("GAME_NOT_FOUND");
    const [id, token] = [newId(), makeToken()];
    const response = await once(db, "game.invite", call, request, async (tx, origin) => {
      await requireRight(tx, origin.actor, { projectId }, "members:write");
      const role = roleOf(request.role);
      const made = { id, projectId, email: request.email, role, token, invitedBy };
      const invitation = invitationMessage(await makeInvitation(tx, made));
      await stageInBoth(tx, projectId, origin, { case: "memberInvited", value: { invitation } });
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
  },

  async issueInvitation({ db }, request, call) {
    const [id, token] = [newId(), makeToken()];
    const response = await once(db, "game.issue-invitation", call, request, async (tx, origin) => {
      const game = await findGame(tx, request.gameId);
      if (game === undefined) throw new DomainError("GAME_NOT_FOUND");
      const [{ projectId }, { email }, role] = [game, request, roleOf(request.role)];
      const made = { id, projectId, email, role, token, invitedBy: null };
      const invitation = invitationMessage(await makeInvitation(tx, made));
      await stageInBoth(tx, projectId, origin, { case: "memberInvited", value: { invitation } });
      return { invitation };
    });
    // A repeat returns the invitation of the first request, without its token.
    return response.invitation?.id === id ? { ...response, token } : response;
  },

  withdrawInvitation: mutation("game.withdraw-invitation", async ({ tx, origin }, request) => {
    const { projectId, invitationId } = request;
    await requireRight(tx, origin.actor, { projectId }, "members:write");
    const ended = await endInvitation(tx, projectId, invitationId, "withdrawn");
    if (ended === undefined) throw new DomainError("INVITATION_NOT_FOUND");
    const invitation = invitationMessage(ended);
    await stageInBoth(tx, projectId, origin, { case: "memberRemoved", value: { invitation } });
    return { invitation };
  }),

  /** Makes a person a member by an invitation's token. The person can have another address. */
  async acceptInvitation(context, request, call) {
    const { userId } = request;
    // Read before the change, so that an unavailable service leaves nothing half done.
    const people = await peopleOf(context, [userId], call);
    const { member, ...rest } = await once(
      context.db,
      "game.accept-invitation",
      call,
      request,
      async (tx, origin) => {
        const invitation = await findInvitation(tx, digestToken(request.token));
        if (invitation === undefined) throw invitationInvalid();
        const joined = await join(tx, invitation, userId);
        const environments = await findEnvironments(tx, invitation.projectId);
        if (environments === undefined) throw new Error("the game of a member disappeared");
        const { projectId } = invitation;
        const value = { member: named(memberMessage(joined), people) };
        await stageInBoth(tx, projectId, origin, { case: "memberJoined", value });
        return { member: memberMessage(joined), game: gameMessage(environments.live) };
      },
    );
    return { ...rest, member: named(member, people) };
  },
} satisfies MemberRpcs;

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

async function join(
  tx: Tx,
  { id, projectId, role }: InvitationRow,
  userId: string,
): Promise<MemberRow> {
  // The rows are locked in the order in which CreateGame locks them.
  const member = await findMember(tx, projectId, userId);
  if (member === undefined) await requireRoomForGame(tx, userId);
  if (!(await lockProject(tx, projectId))) throw invitationInvalid();
  if ((await endInvitation(tx, projectId, id, "accepted")) === undefined) throw invitationInvalid();
  const present = await findMember(tx, projectId, userId);
  if (present === undefined) {
    await requireRoomForMember(tx, projectId);
    return await insertMember(tx, { projectId, userId, role });
  }
  const isGreater = ROLES.value(role) > ROLES.value(present.role);
  return (isGreater && (await changeRole(tx, projectId, userId, role))) || present;
}
