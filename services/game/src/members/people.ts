import type { HandlerContext } from "@connectrpc/connect";
import { within } from "@tms/kit/rpc/client";
import type { Member } from "@tms/proto/tms/game/v1/member";
import type { User } from "@tms/proto/tms/identity/v1/identity";
import type { Context } from "../context.ts";

/** The accounts of people, by their ids. */
export async function peopleOf(
  { identity }: Pick<Context, "identity">,
  userIds: readonly string[],
  call: HandlerContext,
): Promise<ReadonlyMap<string, User>> {
  if (userIds.length === 0) return new Map();
  const { users } = await identity.batchGetUsers({ userIds: [...userIds] }, within(call));
  return new Map(users.map((user) => [user.id, user]));
}

/** Adds a member's name and address, which stored answers do not hold. */
export function named(member: Member | undefined, people: ReadonlyMap<string, User>): Member {
  if (member === undefined) throw new Error("a stored response holds no member");
  const { name = "", email = "" } = people.get(member.userId) ?? {};
  return { ...member, name, email };
}
