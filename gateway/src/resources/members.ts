import { Invitation, Member, ROLES, roleSchema as role } from "@tms/resources/member";
import { ref } from "@tms/resources/resource";
import { Type } from "typebox";
import type { LimitRequests } from "../http/limits/rate-limits.ts";
import { closed, message } from "../openapi/fields.ts";
import { operationsOf } from "../rest/operation.ts";

const member = ref(Member.schema);
const invitation = ref(Invitation.schema);

const { get, post, patch } = operationsOf<{ limitInvites: LimitRequests }>("games");
const forOwners = { scope: "members:write", peopleOnly: true } as const;

/** The operations on the members of a game and its invitations. */
export const memberOperations = [
  get("listMembers", "/game/:gameId/members", {
    scope: "read",
    peopleOnly: true,
    summary: "List members",
    description:
      "Returns the members of a game and its open invitations. Needs an access token and a role in the game.",
    returns: "The members, in the order in which they joined, and the open invitations.",
    reply: {
      members: Type.Array(member, { maxItems: 50, description: "The members of the game." }),
      invitations: Type.Array(invitation, { maxItems: 50, description: "The open invitations." }),
    },
    async handle({ game: { projectId } }, { member: members }) {
      const listed = await members.listMembers({ projectId });
      return {
        members: listed.members.map((one) => Member.toJson(one)),
        invitations: listed.invitations.map((one) => Invitation.toJson(one)),
      };
    },
  }),

  patch("updateMember", "/game/:gameId/members/:userId/update", {
    ...forOwners,
    summary: "Update a member",
    description:
      "Changes the role of a member and returns the member. Needs an access token and the role `owner`. The change takes effect within five seconds. For requests that change access, such as keys or members, it takes effect immediately. The last owner of a game cannot get another role.",
    body: closed({ role }, { examples: [{ role: "viewer" }] }),
    problems: ["LAST_OWNER"],
    returns: "The member.",
    reply: { message, member },
    async handle({ body, params, projectMutation }, { member: members }) {
      const changed = await members.changeMember({
        ...projectMutation,
        userId: params.userId,
        role: ROLES.value(body.role),
      });
      return { message: "Member updated successfully", member: Member.toJson(changed.member) };
    },
  }),

  patch("removeMember", "/game/:gameId/members/:userId/remove", {
    ...forOwners,
    ownToo: true,
    summary: "Remove a member",
    description:
      "Removes a member from a game and returns the member. Needs an access token and the role `owner`, but every member can leave by removing themselves. The change takes effect within five seconds. For requests that change access, such as keys or members, it takes effect immediately. The last owner of a game cannot be removed.",
    problems: ["LAST_OWNER"],
    returns: "The member.",
    reply: { message, member },
    async handle({ params, projectMutation }, { member: members }) {
      const removed = await members.removeMember({ ...projectMutation, userId: params.userId });
      return { message: "Member removed successfully", member: Member.toJson(removed.member) };
    },
  }),

  post("inviteMember", "/game/:gameId/members/invite", {
    ...forOwners,
    summary: "Invite a member",
    description:
      "Sends an invitation to an email address. Needs an access token and the role `owner`. The link in the email works once, for a week, for any person who has it. A new invitation replaces an open invitation to the same address. The response is the same whether or not the address has an account.",
    body: closed(
      {
        email: Type.String({
          format: "text",
          minLength: 3,
          maxLength: 254,
          description: "The email address to invite. It need not have an account.",
        }),
        role,
      },
      { examples: [{ email: Invitation.example.email, role: "developer" }] },
    ),
    problems: ["MEMBER_LIMIT", "TOO_MANY_ATTEMPTS"],
    statuses: [201],
    returns: "The invitation.",
    reply: { message, invitation },
    async handle(call, { member: members }, { limitInvites }) {
      limitInvites(call.request);
      const { body, person, projectMutation } = call;
      const invited = await members.inviteMember({
        ...projectMutation,
        invitedBy: person.userId,
        email: body.email,
        role: ROLES.value(body.role),
      });
      return {
        message: "Invitation sent successfully",
        invitation: Invitation.toJson(invited.invitation),
      };
    },
  }),

  patch("withdrawInvitation", "/game/:gameId/invitations/:invitationId/withdraw", {
    ...forOwners,
    summary: "Withdraw an invitation",
    description:
      "Withdraws an open invitation and returns it. Its link stops working. Needs an access token and the role `owner`.",
    returns: "The invitation.",
    reply: { message, invitation },
    async handle({ params, projectMutation }, { member: members }) {
      const withdrawn = await members.withdrawInvitation({
        ...projectMutation,
        invitationId: params.invitationId,
      });
      return {
        message: "Invitation withdrawn successfully",
        invitation: Invitation.toJson(withdrawn.invitation),
      };
    },
  }),
];
