import { create } from "@bufbuild/protobuf";
import { timestampFromMs, timestampNow } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import { DomainError } from "../../errors/domain-error.ts";
import { registerFake } from "../fake.ts";
import { newId } from "../../values/ids.ts";
import type { Game } from "@tms/proto/tms/game/v1/game";
import {
  InvitationSchema,
  MemberSchema,
  MemberService,
  Role,
  type Invitation,
  type Member,
} from "@tms/proto/tms/game/v1/member";
import type { FakeGames } from "./game.ts";

export interface FakeMembers {
  routes: (router: ConnectRouter) => void;
  /** Gives a person a role in a game. */
  add(userId: string, game: Game, role: Role): void;
  remove(userId: string, game: Game): void;
  /** The token of each open invitation, by its address. */
  tokens: Map<string, string>;
}

const WEEK_MS = 7 * 86_400_000;

/** Roles and invitations in memory. */
export function fakeMembers(games: Pick<FakeGames, "environments" | "find">): FakeMembers {
  const members: Member[] = [];
  const invitations: Invitation[] = [];
  const tokens = new Map<string, string>();
  const find = (projectId: string, userId: string) =>
    members.find((one) => one.projectId === projectId && one.userId === userId);
  function get(projectId: string, userId: string): Member {
    const found = find(projectId, userId);
    if (found === undefined) throw new DomainError("MEMBER_NOT_FOUND", "There is no such member.");
    return found;
  }
  function keepOwner({ projectId, role }: Member): void {
    const owners = members.filter((one) => one.projectId === projectId && one.role === Role.OWNER);
    if (role === Role.OWNER && owners.length === 1)
      throw new DomainError("LAST_OWNER", "The game must keep an owner.");
  }
  function add(projectId: string, userId: string, role: Role): Member {
    const member = create(MemberSchema, {
      projectId,
      userId,
      role,
      name: "Ada",
      email: `${userId}@example.com`,
      joinTime: timestampNow(),
    });
    members.push(member);
    return member;
  }
  const drop = (member: Member) => void members.splice(members.indexOf(member), 1);
  function end(found: Invitation | undefined, reason: "INVITATION_NOT_FOUND" | "CODE_INVALID") {
    if (found === undefined) throw new DomainError(reason, "There is no such invitation.");
    invitations.splice(invitations.indexOf(found), 1);
    return found;
  }

  return {
    tokens,
    add(userId, game, role) {
      const known = find(game.projectId, userId);
      if (known) known.role = role;
      else add(game.projectId, userId, role);
    },
    remove(userId, game) {
      const known = find(game.projectId, userId);
      if (known) drop(known);
    },
    routes: (router) =>
      registerFake(router, MemberService, {
        authorizePerson({ userId, where }) {
          const game =
            where.case === "projectId"
              ? games.find(where.value)?.game
              : games.environments.get(where.value ?? "");
          const found = game && find(game.projectId, userId);
          if (found === undefined)
            throw new DomainError("GAME_NOT_FOUND", "There is no such game.");
          return { game, role: found.role };
        },
        listPersonGames: ({ userId }) => ({
          games: members
            .filter((one) => one.userId === userId)
            .flatMap(({ projectId, role }) => {
              const game = games.find(projectId)?.game;
              return game ? [{ game, role }] : [];
            })
            .toReversed(),
        }),
        listMembers: ({ projectId }) => ({
          members: members.filter((one) => one.projectId === projectId),
          invitations: invitations.filter((one) => one.projectId === projectId),
        }),
        inviteMember({ projectId, email, role, invitedBy }) {
          const [createTime, expireTime] = [timestampNow(), timestampFromMs(Date.now() + WEEK_MS)];
          const origin = { id: newId(), projectId, email, role, invitedBy };
          const invitation = create(InvitationSchema, { ...origin, createTime, expireTime });
          invitations.push(invitation);
          tokens.set(email, invitation.id);
          return { invitation };
        },
        withdrawInvitation: ({ projectId, invitationId }) => ({
          invitation: end(
            invitations.find((one) => one.id === invitationId && one.projectId === projectId),
            "INVITATION_NOT_FOUND",
          ),
        }),
        acceptInvitation({ token, userId }) {
          const found = end(
            invitations.find(({ id }) => id === token),
            "CODE_INVALID",
          );
          const { projectId, role } = found;
          const game = games.find(projectId)?.game;
          const member = find(projectId, userId) ?? add(projectId, userId, role);
          return { member, ...(game && { game }) };
        },
        changeMember({ projectId, userId, role }) {
          const member = get(projectId, userId);
          if (role !== Role.OWNER) keepOwner(member);
          member.role = role;
          return { member };
        },
        removeMember({ projectId, userId }) {
          const member = get(projectId, userId);
          keepOwner(member);
          drop(member);
          return { member };
        },
      }),
  };
}
