import { idempotent } from "@tms/kit/database/idempotent";
import { originOf } from "@tms/kit/rpc/origin";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import type { Context, MemberRpcs } from "../context.ts";
import { endInvitation } from "../db/invitations.ts";
import { invitationNotFound } from "../errors.ts";
import { stageInBoth } from "../events.ts";
import { invitationMessage } from "../messages.ts";
import { requireRight } from "../require-right.ts";

const method = MemberService.method.withdrawInvitation;

/** Ends an open invitation. */
export const withdrawInvitation =
  ({ db }: Context): MemberRpcs["withdrawInvitation"] =>
  async (request, call) => {
    const { projectId, invitationId } = request;
    const mutation = { faultPoint: "game.withdraw-invitation", method, request } as const;
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
