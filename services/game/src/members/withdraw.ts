import type { Tx } from "@tms/kit/database/handle";
import type { Origin } from "@tms/kit/rpc/origin";
import { endInvitation, listOpenInvitations } from "../db/invitations.ts";
import type { RoleWord } from "../db/members.ts";
import { stageInBoth } from "../events.ts";
import { invitationMessage, ROLES } from "../messages.ts";

/**
 * Ends the open invitations by a person of a locked game that offer more than the role that the person
 * is left with, or all of them where none is left. Who has lost a role could otherwise get it back, by an
 * invitation to another address of their own.
 */
export async function withdrawInvitationsOf(
  tx: Tx,
  { projectId, userId }: { projectId: string; userId: string },
  left: RoleWord | undefined,
  origin: Origin,
): Promise<void> {
  for (const { id, invitedBy, role } of await listOpenInvitations(tx, projectId)) {
    const isMore = left === undefined || ROLES.value(role) > ROLES.value(left);
    if (invitedBy !== userId || !isMore) continue;
    const ended = await endInvitation(tx, projectId, id, "withdrawn");
    if (ended === undefined) throw new Error("an open invitation of a locked game disappeared");
    const value = { invitation: invitationMessage(ended) };
    await stageInBoth(tx, projectId, origin, { case: "memberRemoved", value });
  }
}
