import type { Context, MemberRpcs } from "../context.ts";
import { listOpenInvitations } from "../db/invitations.ts";
import { listMembers as listAll } from "../db/members.ts";
import { findEnvironments } from "../db/projects.ts";
import { gameNotFound } from "../errors.ts";
import { named, peopleOf } from "../members/people.ts";
import { invitationMessage, memberMessage } from "../messages.ts";

/** Lists a game's members and its open invitations. */
export const listMembers =
  (context: Context): MemberRpcs["listMembers"] =>
  async ({ projectId }, call) => {
    const { db } = context;
    if ((await findEnvironments(db, projectId)) === undefined) throw gameNotFound();
    const [members, invitations] = await Promise.all([
      listAll(db, projectId),
      listOpenInvitations(db, projectId),
    ]);
    const people = await peopleOf(
      context,
      members.map(({ userId }) => userId),
      call,
    );
    return {
      members: members.map((member) => named(memberMessage(member), people)),
      invitations: invitations.map(invitationMessage),
    };
  };
