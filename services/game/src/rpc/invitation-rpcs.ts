import type { HandlerContext } from "@connectrpc/connect";
import type { Tx } from "@tms/kit/database/handle";
import { idempotent } from "@tms/kit/database/idempotent";
import { refusedFor } from "@tms/kit/errors/remote-error";
import { within } from "@tms/kit/rpc/client";
import { originOf } from "@tms/kit/rpc/origin";
import { derivedId, newId } from "@tms/kit/values/ids";
import { type Invitation, MemberService } from "@tms/proto/tms/game/v1/member";
import type { Context, MemberRpcs } from "../context.ts";
import { findGame } from "../db/games.ts";
import {
  addToken,
  endInvitation,
  findInvitation,
  type InvitationRow,
  markMailed,
} from "../db/invitations.ts";
import { changeRole, findMember, insertMember, type MemberRow } from "../db/members.ts";
import { findEnvironments, lockProject } from "../db/projects.ts";
import { codeInvalid, gameNotFound, invitationNotFound, userNotFound } from "../errors.ts";
import { stageInBoth } from "../events.ts";
import { digestToken, makeInvitation, makeToken } from "../members/invitations.ts";
import { named, peopleOf, requireRoomForGame, requireRoomForMember } from "../members/people.ts";
import { gameMessage, invitationMessage, memberMessage, roleOf, ROLES } from "../messages.ts";
import { requireRight } from "../require-right.ts";

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
    const mutation = {
      faultPoint: "game.invite",
      method: MemberService.method.inviteMember,
      request,
    } as const;
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

/** Makes an invitation for an operator to hand on. The stored response never holds its token. */
export const issueInvitation =
  ({ db }: Context): MemberRpcs["issueInvitation"] =>
  async (request, call) => {
    const [id, token] = [newId(), makeToken()];
    const mutation = {
      faultPoint: "game.issue-invitation",
      method: MemberService.method.issueInvitation,
      request,
    } as const;
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

/** Ends an open invitation. */
export const withdrawInvitation =
  ({ db }: Context): MemberRpcs["withdrawInvitation"] =>
  async (request, call) => {
    const { projectId, invitationId } = request;
    const mutation = {
      faultPoint: "game.withdraw-invitation",
      method: MemberService.method.withdrawInvitation,
      request,
    } as const;
    return await idempotent(db, mutation, async (tx) => {
      await requireRight(tx, originOf(call).actor, { projectId }, "members:write");
      const ended = await endInvitation(tx, projectId, invitationId, "withdrawn");
      if (ended === undefined) throw invitationNotFound();
      const invitation = invitationMessage(ended);
      const change = { case: "memberRemoved", value: { invitation } } as const;
      await stageInBoth(tx, projectId, originOf(call), change);
      return { invitation };
    });
  };

/** Makes a person a member by an invitation's token, whatever address it was mailed to. */
export const acceptInvitation =
  (context: Context): MemberRpcs["acceptInvitation"] =>
  async (request, call) => {
    const { userId } = request;
    // Before anything is changed, so that a service that is away leaves nothing half done.
    const people = await peopleOf(context, [userId], call);
    const mutation = {
      faultPoint: "game.accept-invitation",
      method: MemberService.method.acceptInvitation,
      request,
    } as const;
    const { member, ...rest } = await idempotent(context.db, mutation, async (tx) => {
      const invitation = await findInvitation(tx, digestToken(request.token));
      if (invitation === undefined) throw codeInvalid();
      const joined = await join(tx, invitation, userId);
      const environments = await findEnvironments(tx, invitation.projectId);
      if (environments === undefined) throw new Error("the game of a member disappeared");
      const { projectId } = invitation;
      const told = { member: named(memberMessage(joined), people) };
      const change = { case: "memberJoined", value: told } as const;
      await stageInBoth(tx, projectId, originOf(call), change);
      return { member: memberMessage(joined), game: gameMessage(environments.live) };
    });
    return { ...rest, member: named(member, people) };
  };

async function join(
  tx: Tx,
  { id, projectId, role }: InvitationRow,
  userId: string,
): Promise<MemberRow> {
  // The rows are locked in the order in which CreateGame locks them.
  const member = await findMember(tx, projectId, userId);
  if (member === undefined) await requireRoomForGame(tx, userId);
  if (!(await lockProject(tx, projectId))) throw codeInvalid();
  if ((await endInvitation(tx, projectId, id, "accepted")) === undefined) throw codeInvalid();
  const present = await findMember(tx, projectId, userId);
  if (present === undefined) {
    await requireRoomForMember(tx, projectId);
    return await insertMember(tx, { projectId, userId, role });
  }
  const isGreater = ROLES.value(role) > ROLES.value(present.role);
  return (isGreater && (await changeRole(tx, projectId, userId, role))) || present;
}
