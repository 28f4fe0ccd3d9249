import { idempotent } from "@tms/kit/database/idempotent";
import { originOf } from "@tms/kit/rpc/origin";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import type { Context, MemberRpcs } from "../context.ts";
import { deleteMember } from "../db/members.ts";
import { memberNotFound } from "../errors.ts";
import { stageInBoth } from "../events.ts";
import { named, peopleOf } from "../members/people.ts";
import { withdrawInvitationsOf } from "../members/withdraw.ts";
import { memberMessage } from "../messages.ts";
import { requireRight } from "../require-right.ts";

const method = MemberService.method.removeMember;

/**
 * Removes a member, and with it what the person may do in both environments. Their open invitations end.
 */
export const removeMember =
  (context: Context): MemberRpcs["removeMember"] =>
  async (request, call) => {
    const { projectId, userId } = request;
    // Before anything is changed, so that a service that is away leaves nothing half done.
    const people = await peopleOf(context, [userId], call);
    const mutation = { faultPoint: "game.remove-member", method, request } as const;
    const { member } = await idempotent(context.db, mutation, async (tx) => {
      // Every member may leave.
      const { actor } = originOf(call);
      const scope = actor.id === userId ? "read" : "members:write";
      await requireRight(tx, actor, { projectId }, scope);
      const removed = await deleteMember(tx, projectId, userId);
      if (removed === undefined) throw memberNotFound();
      const former = memberMessage(removed);
      const told = { member: named(former, people) };
      const change = { case: "memberRemoved", value: told } as const;
      await stageInBoth(tx, projectId, originOf(call), change);
      await withdrawInvitationsOf(tx, removed, undefined, originOf(call));
      return { member: former };
    });
    return { member: named(member, people) };
  };
