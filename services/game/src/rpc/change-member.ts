import { idempotent } from "@tms/kit/database/idempotent";
import { originOf } from "@tms/kit/rpc/origin";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import type { Context, MemberRpcs } from "../context.ts";
import { changeRole } from "../db/members.ts";
import { memberNotFound } from "../errors.ts";
import { stageInBoth } from "../events.ts";
import { named, peopleOf } from "../members/people.ts";
import { withdrawInvitationsOf } from "../members/withdraw.ts";
import { memberMessage, roleOf } from "../messages.ts";
import { requireRight } from "../require-right.ts";

const method = MemberService.method.changeMember;

/** Gives a member another role. Their open invitations that offer more than it end. */
export const changeMember =
  (context: Context): MemberRpcs["changeMember"] =>
  async (request, call) => {
    const { projectId, userId, role } = request;
    // Before anything is changed, so that a service that is away leaves nothing half done.
    const people = await peopleOf(context, [userId], call);
    const mutation = { faultPoint: "game.change-member", method, request } as const;
    const { member } = await idempotent(context.db, mutation, async (tx) => {
      await requireRight(tx, originOf(call).actor, { projectId }, "members:write");
      const changed = await changeRole(tx, projectId, userId, roleOf(role));
      if (changed === undefined) throw memberNotFound();
      const after = memberMessage(changed);
      const told = { member: named(after, people) };
      const change = { case: "memberChanged", value: told } as const;
      await stageInBoth(tx, projectId, originOf(call), change);
      await withdrawInvitationsOf(tx, changed, changed.role, originOf(call));
      return { member: after };
    });
    return { member: named(member, people) };
  };
