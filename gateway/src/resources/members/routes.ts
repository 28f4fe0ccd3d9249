import { isId } from "@tms/kit/values/ids";
import { Role } from "@tms/proto/tms/game/v1/member";
import type { App } from "../../app-type.ts";
import { personOf, principalOf } from "../../auth/principal.ts";
import type { Clients } from "../../clients.ts";
import { within } from "../../http/deadline.ts";
import { requestLimit, type LimitRequests } from "../../http/limits/request-limit.ts";
import { rpcRequestId } from "../../idempotency/repeats.ts";
import { ProblemError } from "../../problems/problem-error.ts";
import { invitationJson, memberJson } from "@tms/resources/member";
import * as operations from "./operations.ts";

const ROLES = { viewer: Role.VIEWER, developer: Role.DEVELOPER, owner: Role.OWNER };

/** Who belongs to a game, and who is invited. */
export function memberRoutes(
  app: App,
  clients: Pick<Clients, "member">,
  invitesPerAddress: number,
): void {
  teamRoutes(app, clients);
  invitationRoutes(app, clients, requestLimit(invitesPerAddress));
}

function teamRoutes(app: App, { member: members }: Pick<Clients, "member">): void {
  app.get("/game/:gameId/members", operations.list, async (request) => {
    const { projectId } = principalOf(request).game;
    const listed = await members.listMembers({ projectId }, within(request));
    return {
      members: listed.members.map(memberJson),
      invitations: listed.invitations.map(invitationJson),
    };
  });

  app.patch("/game/:gameId/members/:userId/update", operations.update, async (request) => {
    const { projectId } = principalOf(request).game;
    const userId = memberId(request.params.userId);
    const role = ROLES[request.body.role];
    const { member } = await members.changeMember(
      { requestId: rpcRequestId(request), projectId, userId, role },
      within(request),
    );
    return { message: "Member updated successfully", member: memberJson(member) };
  });

  app.patch("/game/:gameId/members/:userId/remove", operations.remove, async (request) => {
    const { projectId } = principalOf(request).game;
    const userId = memberId(request.params.userId);
    const { member } = await members.removeMember(
      { requestId: rpcRequestId(request), projectId, userId },
      within(request),
    );
    return { message: "Member removed successfully", member: memberJson(member) };
  });
}

function memberId(userId: string): string {
  if (!isId(userId)) throw new ProblemError("MEMBER_NOT_FOUND");
  return userId.toLowerCase();
}

function invitationRoutes(
  app: App,
  { member: members }: Pick<Clients, "member">,
  limitInvites: LimitRequests,
): void {
  app.post("/game/:gameId/members/invite", operations.invite, async (request, reply) => {
    limitInvites(request);
    const { projectId } = principalOf(request).game;
    const { userId: invitedBy } = personOf(request);
    const { email, role } = request.body;
    const { invitation } = await members.inviteMember(
      { requestId: rpcRequestId(request), projectId, invitedBy, email, role: ROLES[role] },
      within(request),
    );
    return reply
      .code(201)
      .send({ message: "Invitation sent successfully", invitation: invitationJson(invitation) });
  });

  app.patch(
    "/game/:gameId/invitations/:invitationId/withdraw",
    operations.withdraw,
    async (request) => {
      const { projectId } = principalOf(request).game;
      const { invitationId } = request.params;
      if (!isId(invitationId)) throw new ProblemError("INVITATION_NOT_FOUND");
      const { invitation } = await members.withdrawInvitation(
        {
          requestId: rpcRequestId(request),
          projectId,
          invitationId: invitationId.toLowerCase(),
        },
        within(request),
      );
      return {
        message: "Invitation withdrawn successfully",
        invitation: invitationJson(invitation),
      };
    },
  );
}
