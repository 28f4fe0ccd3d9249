import type { HandlerContext } from "@connectrpc/connect";
import type { Tx } from "@tms/kit/database/handle";
import { once } from "@tms/kit/database/idempotent";
import { DomainError, found, required } from "@tms/kit/errors/domain-error";
import { passOn, refusedFor } from "@tms/kit/errors/remote-error";
import { within } from "@tms/kit/rpc/client";
import { originOf, type Origin } from "@tms/kit/rpc/origin";
import { mutation } from "@tms/kit/rpc/rpcs";
import { derivedId, newId } from "@tms/kit/values/ids";
import { openPage, TOKEN_PART } from "@tms/kit/values/page";
import { createToken } from "@tms/kit/values/secret";
import type { Invitation, Member } from "@tms/proto/tms/game/v1/member";
import type { User } from "@tms/proto/tms/identity/v1/identity";
import { SERVICE_SCOPES } from "@tms/resources/rights";
import { hash } from "node:crypto";
import type { Context, MemberRpcs } from "../context.ts";
import { findEnvironments, findGame, lockProject } from "../db/games.ts";
import {
  addToken,
  countOpenInvitations,
  endInvitation,
  findInvitation,
  insertInvitation,
  listOpenInvitations,
  markMailed,
  replaceInvitation,
  type InvitationRow,
  type NewInvitation,
} from "../db/invitations.ts";
import {
  changeRole,
  countGamesOf,
  countMembers,
  deleteMember,
  findMember,
  findPersonGame,
  insertMember,
  listMembers as listAll,
  listPersonGames as listPage,
  lockPerson,
  type RoleWord,
} from "../db/members.ts";
import {
  stageInBoth,
  gameMessage,
  invitationMessage,
  memberMessage,
  roleOf,
  ROLES,
} from "../messages.ts";
import { requireRight, requireScope } from "../require-right.ts";

export const memberRpcs = {
  /** Throws GAME_NOT_FOUND for a person who is not a member. */
  async authorizePerson({ db }, { userId, where }) {
    if (where.case === undefined) throw new Error("a validated request has no game");
    const key = where.case === "projectId" ? { projectId: where.value } : { gameId: where.value };
    const membership = found(await findPersonGame(db, userId, key), "GAME_NOT_FOUND");
    return { role: ROLES.value(membership.role), game: gameMessage(membership.game) };
  },

  /** Throws if the actor lacks the scope. The caller is a service that is about to make a change. */
  async authorizeActor({ db }, { gameId, scope }, call) {
    const word = required(SERVICE_SCOPES.get(scope), "a validated request has no scope");
    await requireScope(db, originOf(call).actor, { gameId }, word);
    return {};
  },

  async listPersonGames({ db }, request) {
    const list = ["games of a person", request.userId];
    const [page, beforeId] = openPage(request, list, [TOKEN_PART.id]);
    const rows = await listPage(db, request.userId, beforeId, page.limit);
    const { items, nextPageToken } = page.cut(rows, ({ game }) => [game.projectId]);
    const games = items.map(({ game, role }) => ({
      game: gameMessage(game),
      role: ROLES.value(role),
    }));
    return { games, nextPageToken };
  },

  async listMembers(context, { projectId }, call) {
    const { db } = context;
    found(await findEnvironments(db, projectId), "GAME_NOT_FOUND");
    const [members, invitations] = await Promise.all([
      listAll(db, projectId),
      listOpenInvitations(db, projectId),
    ]);
    const userIds = members.map(({ userId }) => userId);
    const people = await peopleOf(context, userIds, call);
    return {
      members: members.map((member) => named(memberMessage(member), people)),
      invitations: invitations.map(invitationMessage),
    };
  },

  /** Changes a role. Withdraws open invitations by the member that offer a higher role. */
  async changeMember(context, request, call) {
    const { db } = context;
    const { projectId, userId, role } = request;
    const people = await peopleOf(context, [userId], call);
    const { member } = await once(db, "game.change-member", call, request, async (tx, origin) => {
      await requireRight(tx, origin.actor, { projectId }, "members:write");
      const row = await changeRole(tx, projectId, userId, roleOf(role));
      const changed = found(row, "MEMBER_NOT_FOUND");
      const after = memberMessage(changed);
      const value = { member: named(after, people) };
      await stageInBoth(tx, projectId, origin, { case: "memberChanged", value });
      await withdrawInvitationsOf(tx, changed, changed.role, origin);
      return { member: after };
    });
    return { member: named(member, people) };
  },

  /** Removes a member and withdraws the open invitations by the member. */
  async removeMember(context, request, call) {
    const { db } = context;
    const { projectId, userId } = request;
    const people = await peopleOf(context, [userId], call);
    const { member } = await once(db, "game.remove-member", call, request, async (tx, origin) => {
      // Every member may leave.
      const scope = origin.actor.id === userId ? "read" : "members:write";
      await requireRight(tx, origin.actor, { projectId }, scope);
      const removed = found(await deleteMember(tx, projectId, userId), "MEMBER_NOT_FOUND");
      const former = memberMessage(removed);
      const value = { member: named(former, people) };
      await stageInBoth(tx, projectId, origin, { case: "memberRemoved", value });
      await withdrawInvitationsOf(tx, removed, undefined, origin);
      return { member: former };
    });
    return { member: named(member, people) };
  },

  /**
   * Invites a person by mail. If the call is interrupted before the mail, a repeat adds and mails a new
   * token. The identity service sends only one of these mails. All tokens work.
   */
  async inviteMember(context, request, call) {
    const { db } = context;
    const { projectId, invitedBy } = request;
    const people = await peopleOf(context, [invitedBy], call);
    const inviter = found(people.get(invitedBy), "USER_NOT_FOUND");
    const environments = found(await findEnvironments(db, projectId), "GAME_NOT_FOUND");
    const [id, token] = [newId(), createToken()];
    const response = await once(db, "game.invite", call, request, async (tx, origin) => {
      await requireRight(tx, origin.actor, { projectId }, "members:write");
      const role = roleOf(request.role);
      const made = { id, projectId, email: request.email, role, token, invitedBy };
      return { invitation: await makeInvitation(tx, origin, made) };
    });
    const invitation = required(response.invitation, "a stored response holds no invitation");
    // The invitation is stored before it is mailed. The token of an earlier try may have been mailed.
    const isUnsent =
      invitation.id === id || (await addToken(db, invitation.id, digestToken(token)));
    if (isUnsent) {
      const names = { gameName: environments.live.name, inviterName: inviter.name };
      await mail(context, invitation, { ...names, token }, call);
    }
    return response;
  },

  async issueInvitation({ db }, request, call) {
    const [id, token] = [newId(), createToken()];
    const response = await once(db, "game.issue-invitation", call, request, async (tx, origin) => {
      const { projectId } = found(await findGame(tx, request.gameId), "GAME_NOT_FOUND");
      await requireRight(tx, origin.actor, { projectId }, "members:write");
      const role = roleOf(request.role);
      const made = { id, projectId, email: request.email, role, token, invitedBy: null };
      return { invitation: await makeInvitation(tx, origin, made) };
    });
    // A repeat returns the invitation of the first request, without its token.
    return response.invitation?.id === id ? { ...response, token } : response;
  },

  withdrawInvitation: mutation("game.withdraw-invitation", async ({ tx, origin }, request) => {
    const { projectId, invitationId } = request;
    await requireRight(tx, origin.actor, { projectId }, "members:write");
    const ended = await endInvitation(tx, projectId, invitationId, "withdrawn");
    const invitation = invitationMessage(found(ended, "INVITATION_NOT_FOUND"));
    await stageInBoth(tx, projectId, origin, { case: "memberRemoved", value: { invitation } });
    return { invitation };
  }),

  /** Adds a person to a game. The address of the person can differ from the invited address. */
  async acceptInvitation(context, request, call) {
    const { db } = context;
    const { userId } = request;
    const people = await peopleOf(context, [userId], call);
    const joined = await once(db, "game.accept-invitation", call, request, async (tx, origin) => {
      const invitation = await findInvitation(tx, digestToken(request.token));
      if (invitation === undefined) throw invitationInvalid();
      const member = await join(tx, invitation, userId);
      const { projectId } = invitation;
      const environments = await findEnvironments(tx, projectId);
      const { live } = required(environments, "the game of a member disappeared");
      const value = { member: named(memberMessage(member), people) };
      await stageInBoth(tx, projectId, origin, { case: "memberJoined", value });
      return { member: memberMessage(member), game: gameMessage(live) };
    });
    return { ...joined, member: named(joined.member, people) };
  },
} satisfies MemberRpcs;

async function mail(
  { db, identity }: Context,
  invitation: Invitation,
  content: { gameName: string; inviterName: string; token: string },
  call: HandlerContext,
) {
  const { id, email, expireTime } = invitation;
  const role = ROLES.word(invitation.role) ?? "";
  const requestId = derivedId("invitation-mail", id);
  const value = { ...content, role, ...(expireTime && { expireTime }) };
  const to = { case: "email", value: email } as const;
  const mailed = { case: "invitation", value } as const;
  try {
    await identity.sendMail({ requestId, to, content: mailed }, within(call));
  } catch (error) {
    // An earlier try was mailed, with another token or other names.
    if (!refusedFor(error, "REQUEST_ID_REUSED")) passOn("TOO_MANY_ATTEMPTS")(error);
  }
  await markMailed(db, id);
}

async function join(tx: Tx, { id, projectId, role }: InvitationRow, userId: string) {
  // CreateGame locks in the same order: the person, then the game.
  const member = await findMember(tx, projectId, userId);
  if (member === undefined) await requireRoomForGame(tx, userId);
  if (!(await lockProject(tx, projectId))) throw invitationInvalid();
  if ((await endInvitation(tx, projectId, id, "accepted")) === undefined) throw invitationInvalid();
  const present = await findMember(tx, projectId, userId);
  if (present === undefined) {
    await requireRoomForMember(tx, projectId);
    return await insertMember(tx, { projectId, userId, role });
  }
  const isGreater = ROLES.value(role) > ROLES.value(present.role);
  return (isGreater && (await changeRole(tx, projectId, userId, role))) || present;
}

/** Reads people. Call it before a change, so that an unavailable service leaves nothing half done. */
async function peopleOf(
  { identity }: Context,
  userIds: readonly string[],
  call: HandlerContext,
): Promise<ReadonlyMap<string, User>> {
  if (userIds.length === 0) return new Map();
  const { users } = await identity.batchGetUsers({ userIds: [...userIds] }, within(call));
  return new Map(users.map((user) => [user.id, user]));
}

/** Adds name and address, which stored responses do not contain. */
function named(member: Member | undefined, people: ReadonlyMap<string, User>): Member {
  const known = required(member, "a stored response holds no member");
  const { name = "", email = "" } = people.get(known.userId) ?? {};
  return { ...known, name, email };
}

const MAX_GAMES = 100;
const MAX_MEMBERS = 50;
const MAX_INVITATIONS = 50;
const TOO_MANY_INVITATIONS = "The game already has 50 open invitations. Withdraw one first.";

const invitationInvalid = () =>
  new DomainError(
    "CODE_INVALID",
    "The invitation is wrong, used, replaced, withdrawn or expired. Ask for a new one.",
  );

export async function requireRoomForGame(tx: Tx, userId: string) {
  await lockPerson(tx, userId);
  if ((await countGamesOf(tx, userId)) >= MAX_GAMES) throw new DomainError("GAME_LIMIT");
}

async function requireRoomForMember(tx: Tx, projectId: string) {
  if ((await countMembers(tx, projectId)) >= MAX_MEMBERS) throw new DomainError("MEMBER_LIMIT");
}

/** Returns the digest of a token. The digest needs no key, because 256 random bits cannot be guessed. */
const digestToken = (token: string): Buffer => hash("sha256", token, "buffer");

/** Creates an invitation in place of an open one to the same address. `email` is empty if no mail is sent. */
async function makeInvitation(
  tx: Tx,
  origin: Origin,
  { token, ...request }: Omit<NewInvitation, "digest"> & { token: string },
): Promise<Invitation> {
  const { projectId } = request;
  const email = request.email.toLowerCase();
  if (!(await lockProject(tx, projectId))) throw new DomainError("GAME_NOT_FOUND");
  if (email !== "") await replaceInvitation(tx, projectId, email);
  if ((await countOpenInvitations(tx, projectId)) >= MAX_INVITATIONS)
    throw new DomainError("MEMBER_LIMIT", TOO_MANY_INVITATIONS);
  const row = await insertInvitation(tx, { ...request, email, digest: digestToken(token) });
  const invitation = invitationMessage(row);
  await stageInBoth(tx, projectId, origin, { case: "memberInvited", value: { invitation } });
  return invitation;
}

/**
 * Ends the invitations that offer more than the person's remaining role, or all if no role is left. Otherwise
 * the person could regain the role through an invitation to another address.
 */
async function withdrawInvitationsOf(
  tx: Tx,
  { projectId, userId }: { projectId: string; userId: string },
  left: RoleWord | undefined,
  origin: Origin,
) {
  for (const { id, invitedBy, role } of await listOpenInvitations(tx, projectId)) {
    const isMore = left === undefined || ROLES.value(role) > ROLES.value(left);
    if (invitedBy !== userId || !isMore) continue;
    const ended = await endInvitation(tx, projectId, id, "withdrawn");
    const row = required(ended, "an open invitation of a locked game disappeared");
    const value = { invitation: invitationMessage(row) };
    await stageInBoth(tx, projectId, origin, { case: "memberRemoved", value });
  }
}
