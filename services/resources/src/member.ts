import { Role as MemberRole, type Invitation, type Member } from "@tms/proto/tms/game/v1/member";
import { isoOf } from "./values/times.ts";

/** What a person may be in a game. */
export const ROLES = ["viewer", "developer", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** The word for a role that the game service tells. */
export function roleOf(role: MemberRole): Role {
  switch (role) {
    case MemberRole.OWNER:
      return "owner";
    case MemberRole.DEVELOPER:
      return "developer";
    case MemberRole.VIEWER:
      return "viewer";
    default:
      throw new Error(`the game service returned the unknown role ${role}`);
  }
}

/** A member as the others see them. */
export function memberJson(member: Member | undefined) {
  if (member === undefined) throw new Error("the game service returned no member");
  const { userId, name, email, role, joinTime } = member;
  return { userId, name, email, role: roleOf(role), joinedAt: isoOf(joinTime) };
}

/** An invitation as the members see it. */
export function invitationJson(invitation: Invitation | undefined) {
  if (invitation === undefined) throw new Error("the game service returned no invitation");
  const { id, email, role, invitedBy, expireTime } = invitation;
  return {
    id,
    email: email || null,
    role: roleOf(role),
    invitedBy: invitedBy || null,
    expiresAt: isoOf(expireTime),
  };
}
