import type { HandlerContext } from "@connectrpc/connect";
import type { Tx } from "@tms/kit/database/handle";
import { DomainError } from "@tms/kit/errors/domain-error";
import { within } from "@tms/kit/rpc/client";
import type { Member } from "@tms/proto/tms/game/v1/member";
import type { User } from "@tms/proto/tms/identity/v1/identity";
import type { Context } from "../context.ts";
import { countOpenInvitations } from "../db/invitations.ts";
import { countGamesOf, countMembers, lockPerson } from "../db/members.ts";
import { invitationLimit } from "../errors.ts";

export async function peopleOf(
  { identity }: Pick<Context, "identity">,
  userIds: readonly string[],
  call: HandlerContext,
): Promise<ReadonlyMap<string, User>> {
  if (userIds.length === 0) return new Map();
  const { users } = await identity.batchGetUsers({ userIds: [...userIds] }, within(call));
  return new Map(users.map((user) => [user.id, user]));
}

/** Adds a member's name and address, which stored responses do not contain. */
export function named(member: Member | undefined, people: ReadonlyMap<string, User>): Member {
  if (member === undefined) throw new Error("a stored response holds no member");
  const { name = "", email = "" } = people.get(member.userId) ?? {};
  return { ...member, name, email };
}

const MOST_GAMES = 100;
const MOST_MEMBERS = 50;
const MOST_INVITATIONS = 50;

/** Throws GAME_LIMIT if a person has a hundred games. Locks the person. */
export async function requireRoomForGame(tx: Tx, userId: string): Promise<void> {
  await lockPerson(tx, userId);
  if ((await countGamesOf(tx, userId)) >= MOST_GAMES) throw new DomainError("GAME_LIMIT");
}

/** Throws MEMBER_LIMIT if a locked game has fifty members. */
export async function requireRoomForMember(tx: Tx, projectId: string): Promise<void> {
  if ((await countMembers(tx, projectId)) >= MOST_MEMBERS) throw new DomainError("MEMBER_LIMIT");
}

/** Throws MEMBER_LIMIT if a locked game has fifty open invitations. */
export async function requireRoomForInvitation(tx: Tx, projectId: string): Promise<void> {
  if ((await countOpenInvitations(tx, projectId)) >= MOST_INVITATIONS) throw invitationLimit();
}
