import type { Invitation, Member } from "@tms/proto/tms/game/v1/member";
import { roleOf } from "../../auth/people/memberships.ts";
import { isoOf } from "../../values/times.ts";
import type { InvitationJson, MemberJson } from "./schemas.ts";

/** A member as the others see them. */
export function memberJson(member: Member | undefined): MemberJson {
  if (member === undefined) throw new Error("the game service answered without the member");
  const { userId, name, email, role, joinTime } = member;
  return { userId, name, email, role: roleOf(role), joinedAt: isoOf(joinTime) };
}

/** An invitation as the members see it. */
export function invitationJson(invitation: Invitation | undefined): InvitationJson {
  if (invitation === undefined) throw new Error("the game service answered without the invitation");
  const { id, email, role, invitedBy, expireTime } = invitation;
  return {
    id,
    email: email || null,
    role: roleOf(role),
    invitedBy: invitedBy || null,
    expiresAt: isoOf(expireTime),
  };
}
