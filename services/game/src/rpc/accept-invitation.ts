import { idempotent } from "@tms/kit/database/idempotent";
import type { Tx } from "@tms/kit/database/handle";
import { originOf } from "@tms/kit/rpc/origin";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import type { Context, MemberRpcs } from "../context.ts";
import { endInvitation, findInvitation, type InvitationRow } from "../db/invitations.ts";
import { changeRole, findMember, insertMember, type MemberRow } from "../db/members.ts";
import { findEnvironments, lockProject } from "../db/projects.ts";
import { codeInvalid } from "../errors.ts";
import { stageInBoth } from "../events.ts";
import { requireRoomForGame, requireRoomForMember } from "../members/limits.ts";
import { named, peopleOf } from "../members/people.ts";
import { digestToken } from "../members/tokens.ts";
import { gameMessage, memberMessage, ROLES } from "../messages.ts";

const method = MemberService.method.acceptInvitation;

/** Makes a person a member by an invitation's token, whatever address it was mailed to. */
export const acceptInvitation =
  (context: Context): MemberRpcs["acceptInvitation"] =>
  async (request, call) => {
    const { userId } = request;
    // Before anything is changed, so that a service that is away leaves nothing half done.
    const people = await peopleOf(context, [userId], call);
    const mutation = { faultPoint: "game.accept-invitation", method, request } as const;
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
