import type { HandlerContext } from "@connectrpc/connect";
import type { Tx } from "@tms/kit/database/handle";
import { DomainError, required } from "@tms/kit/errors/domain-error";
import { within } from "@tms/kit/rpc/client";
import type { Origin } from "@tms/kit/rpc/origin";
import type { Invitation, Member } from "@tms/proto/tms/game/v1/member";
import type { User } from "@tms/proto/tms/identity/v1/identity";
import { hash, randomBytes } from "node:crypto";
import type { Context } from "./context.ts";
import { lockProject } from "./db/games.ts";
import {
  countOpenInvitations,
  endInvitation,
  insertInvitation,
  listOpenInvitations,
  replaceInvitation,
  type NewInvitation,
} from "./db/invitations.ts";
import { countGamesOf, countMembers, lockPerson, type RoleWord } from "./db/members.ts";
import { invitationLimit } from "./errors.ts";
import { stageInBoth } from "./events.ts";
import { invitationMessage, ROLES } from "./messages.ts";

/** Reads people. Call it before a change, so that an unavailable service leaves nothing half done. */
export async function peopleOf(
  { identity }: Pick<Context, "identity">,
  userIds: readonly string[],
  call: HandlerContext,
): Promise<ReadonlyMap<string, User>> {
  if (userIds.length === 0) return new Map();
  const { users } = await identity.batchGetUsers({ userIds: [...userIds] }, within(call));
  return new Map(users.map((user) => [user.id, user]));
}

/** Adds name and address, which stored responses do not contain. */
export function named(member: Member | undefined, people: ReadonlyMap<string, User>): Member {
  if (member === undefined) throw new Error("a stored response holds no member");
  const { name = "", email = "" } = people.get(member.userId) ?? {};
  return { ...member, name, email };
}

const MAX_GAMES = 100;
const MAX_MEMBERS = 50;
const MAX_INVITATIONS = 50;

export async function requireRoomForGame(tx: Tx, userId: string) {
  await lockPerson(tx, userId);
  if ((await countGamesOf(tx, userId)) >= MAX_GAMES) throw new DomainError("GAME_LIMIT");
}

export async function requireRoomForMember(tx: Tx, projectId: string) {
  if ((await countMembers(tx, projectId)) >= MAX_MEMBERS) throw new DomainError("MEMBER_LIMIT");
}

const TOKEN_BYTES = 32;

export const makeToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");

/** The digest needs no key, because 256 random bits cannot be guessed. */
export const digestToken = (token: string): Buffer => hash("sha256", token, "buffer");

/** The email is empty if the invitation is not mailed. */
export async function makeInvitation(
  tx: Tx,
  origin: Origin,
  { token, ...request }: Omit<NewInvitation, "digest"> & { token: string },
): Promise<Invitation> {
  const { projectId } = request;
  const email = request.email.toLowerCase();
  if (!(await lockProject(tx, projectId))) throw new DomainError("GAME_NOT_FOUND");
  if (email !== "") await replaceInvitation(tx, projectId, email);
  if ((await countOpenInvitations(tx, projectId)) >= MAX_INVITATIONS) throw invitationLimit();
  const row = await insertInvitation(tx, { ...request, email, digest: digestToken(token) });
  const invitation = invitationMessage(row);
  await stageInBoth(tx, projectId, origin, { case: "memberInvited", value: { invitation } });
  return invitation;
}

/**
 * Ends the invitations that offer more than the person's remaining role, or all if no role is left. Otherwise
 * the person could regain the role through an invitation to another address.
 */
export async function withdrawInvitationsOf(
  tx: Tx,
  { projectId, userId }: { projectId: string; userId: string },
  left: RoleWord | undefined,
  origin: Origin,
) {
  for (const { id, invitedBy, role } of await listOpenInvitations(tx, projectId)) {
    const isMore = left === undefined || ROLES.value(role) > ROLES.value(left);
    if (invitedBy !== userId || !isMore) continue;
    const ended = required(
      await endInvitation(tx, projectId, id, "withdrawn"),
      "an open invitation of a locked game disappeared",
    );
    const value = { invitation: invitationMessage(ended) };
    await stageInBoth(tx, projectId, origin, { case: "memberRemoved", value });
  }
}
