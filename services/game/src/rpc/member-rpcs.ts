import { once } from "@tms/kit/database/idempotent";
import { DomainError } from "@tms/kit/errors/domain-error";
import { originOf } from "@tms/kit/rpc/origin";
import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import { SERVICE_SCOPES } from "@tms/resources/rights";
import type { MemberRpcs } from "../context.ts";
import { findEnvironments } from "../db/games.ts";
import { listOpenInvitations } from "../db/invitations.ts";
import {
  changeRole,
  deleteMember,
  findPersonGame,
  listMembers as listAll,
  listPersonGames as listPage,
} from "../db/members.ts";
import { stageInBoth } from "../events.ts";
import { named, peopleOf, withdrawInvitationsOf } from "../members.ts";
import { gameMessage, invitationMessage, memberMessage, roleOf, ROLES } from "../messages.ts";
import { requireRight, requireScope } from "../require-right.ts";

const DEFAULT_PAGE_SIZE = 50;

export const memberRpcs = {
  /** Returns a person's role in a game. Throws GAME_NOT_FOUND for a person who is not a member. */
  async authorizePerson({ db }, { userId, where }) {
    if (where.case === undefined) throw new Error("a validated request has no game");
    const key = where.case === "projectId" ? { projectId: where.value } : { gameId: where.value };
    const found = await findPersonGame(db, userId, key);
    if (found === undefined) throw new DomainError("GAME_NOT_FOUND");
    return { role: ROLES.value(found.role), game: gameMessage(found.game) };
  },

  /** Checks the right of the call's actor, for a service that is about to make a change. */
  async authorizeActor({ db }, { gameId, scope }, call) {
    const word = SERVICE_SCOPES.get(scope);
    if (word === undefined) throw new Error("a validated request has no scope");
    await requireScope(db, originOf(call).actor, { gameId }, word);
    return {};
  },

  async listPersonGames({ db }, { userId, pageSize, pageToken }) {
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
  },

  async listMembers(context, { projectId }, call) {
    const { db } = context;
    if ((await findEnvironments(db, projectId)) === undefined)
      throw new DomainError("GAME_NOT_FOUND");
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
  },

  /** Changes a member's role. Open invitations by the member that offer a higher role end. */
  async changeMember(context, request, call) {
    const { projectId, userId, role } = request;
    // Read before the change, so that an unavailable service leaves nothing half done.
    const people = await peopleOf(context, [userId], call);
    const { member } = await once(
      context.db,
      "game.change-member",
      call,
      request,
      async (tx, origin) => {
        await requireRight(tx, origin.actor, { projectId }, "members:write");
        const changed = await changeRole(tx, projectId, userId, roleOf(role));
        if (changed === undefined) throw new DomainError("MEMBER_NOT_FOUND");
        const after = memberMessage(changed);
        const value = { member: named(after, people) };
        await stageInBoth(tx, projectId, origin, { case: "memberChanged", value });
        await withdrawInvitationsOf(tx, changed, changed.role, origin);
        return { member: after };
      },
    );
    return { member: named(member, people) };
  },

  /** Removes a member. Open invitations by the member end. */
  async removeMember(context, request, call) {
    const { projectId, userId } = request;
    // Read before the change, so that an unavailable service leaves nothing half done.
    const people = await peopleOf(context, [userId], call);
    const { member } = await once(
      context.db,
      "game.remove-member",
      call,
      request,
      async (tx, origin) => {
        // Every member may leave.
        const scope = origin.actor.id === userId ? "read" : "members:write";
        await requireRight(tx, origin.actor, { projectId }, scope);
        const removed = await deleteMember(tx, projectId, userId);
        if (removed === undefined) throw new DomainError("MEMBER_NOT_FOUND");
        const former = memberMessage(removed);
        const value = { member: named(former, people) };
        await stageInBoth(tx, projectId, origin, { case: "memberRemoved", value });
        await withdrawInvitationsOf(tx, removed, undefined, origin);
        return { member: former };
      },
    );
    return { member: named(member, people) };
  },
} satisfies MemberRpcs;
