import { idempotent } from "@tms/kit/database/idempotent";
import { originOf } from "@tms/kit/rpc/origin";
import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import { SERVICE_SCOPES } from "@tms/resources/rights";
import type { Context, MemberRpcs } from "../context.ts";
import { listOpenInvitations } from "../db/invitations.ts";
import {
  changeRole,
  deleteMember,
  findPersonGame,
  listMembers as listAll,
  listPersonGames as listPage,
} from "../db/members.ts";
import { findEnvironments } from "../db/projects.ts";
import { gameNotFound, memberNotFound } from "../errors.ts";
import { stageInBoth } from "../events.ts";
import { withdrawInvitationsOf } from "../members/invitations.ts";
import { named, peopleOf } from "../members/people.ts";
import { gameMessage, invitationMessage, memberMessage, roleOf, ROLES } from "../messages.ts";
import { requireRight, requireScope } from "../require-right.ts";

/** Tells a person's role in a game; whoever has none learns no more than that it is unknown. */
export const authorizePerson =
  ({ db }: Context): MemberRpcs["authorizePerson"] =>
  async ({ userId, where }) => {
    if (where.case === undefined) throw new Error("a validated request has no game");
    const key = where.case === "projectId" ? { projectId: where.value } : { gameId: where.value };
    const found = await findPersonGame(db, userId, key);
    if (found === undefined) throw gameNotFound();
    return { role: ROLES.value(found.role), game: gameMessage(found.game) };
  };

/** Checks what the actor of the call may do, for a service that changes something for it. */
export const authorizeActor =
  ({ db }: Context): MemberRpcs["authorizeActor"] =>
  async ({ gameId, scope }, call) => {
    const word = SERVICE_SCOPES.get(scope);
    if (word === undefined) throw new Error("a validated request has no scope");
    await requireScope(db, originOf(call).actor, { gameId }, word);
    return {};
  };

const DEFAULT_PAGE_SIZE = 50;

/** Lists the games that a person is a member of, newest first. */
export const listPersonGames =
  ({ db }: Context): MemberRpcs["listPersonGames"] =>
  async ({ userId, pageSize, pageToken }) => {
    const size = pageSize || DEFAULT_PAGE_SIZE;
    const listed = ["games of a person", userId];
    const [beforeId] = decodePageToken(pageToken, listed, [TOKEN_PART.id]) ?? [];
    const rows = await listPage(db, userId, beforeId, size + 1);
    const { items, nextPageToken } = cutPage(rows, size, listed, ({ game }) => [game.projectId]);
    const games = items.map(({ game, role }) => ({
      game: gameMessage(game),
      role: ROLES.value(role),
    }));
    return { games, nextPageToken };
  };

/** Lists a game's members and its open invitations. */
export const listMembers =
  (context: Context): MemberRpcs["listMembers"] =>
  async ({ projectId }, call) => {
    const { db } = context;
    if ((await findEnvironments(db, projectId)) === undefined) throw gameNotFound();
    const [members, invitations] = await Promise.all([
      listAll(db, projectId),
      listOpenInvitations(db, projectId),
    ]);
    const people = await peopleOf(
      context,
      members.map(({ userId }) => userId),
      call,
    );
    return {
      members: members.map((member) => named(memberMessage(member), people)),
      invitations: invitations.map(invitationMessage),
    };
  };

/** Gives a member another role. Their open invitations that offer more than it end. */
export const changeMember =
  (context: Context): MemberRpcs["changeMember"] =>
  async (request, call) => {
    const { projectId, userId, role } = request;
    // Before anything is changed, so that a service that is away leaves nothing half done.
    const people = await peopleOf(context, [userId], call);
    const mutation = {
      faultPoint: "game.change-member",
      method: MemberService.method.changeMember,
      request,
    } as const;
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

/**
 * Removes a member, and with it what the person may do in both environments. Their open invitations end.
 */
export const removeMember =
  (context: Context): MemberRpcs["removeMember"] =>
  async (request, call) => {
    const { projectId, userId } = request;
    // Before anything is changed, so that a service that is away leaves nothing half done.
    const people = await peopleOf(context, [userId], call);
    const mutation = {
      faultPoint: "game.remove-member",
      method: MemberService.method.removeMember,
      request,
    } as const;
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
