import { many, one } from "@tms/resources/field";
import { Invitation, Member, ROLES, roleSchema as role } from "@tms/resources/member";
import { text } from "@tms/resources/input";
import { operationsOf } from "../rest/operation.ts";

const member = one(Member, "member");
const invitation = one(Invitation, "invitation");

const { get, post, patch } = operationsOf("games", {
  read: "read",
  write: "members:write",
  peopleOnly: true,
});

export const memberOperations = [
  get("listMembers", "/game/:gameId/members", {
    summary: "List members",
    description: "Returns the members of a game and its open invitations.",
    returns: "The members, in the order in which they joined, and the open invitations.",
    reply: {
      members: many(Member, "The members of the game.", "members", { maxItems: 50 }),
      invitations: many(Invitation, "The open invitations.", "invitations", { maxItems: 50 }),
    },
    handle: ({ game: { projectId } }, { member: members }) => members.listMembers({ projectId }),
  }),

  patch("updateMember", "/game/:gameId/members/:userId/update", {
    summary: "Update a member",
    description:
      "Changes the role of a member and returns the member. The change takes effect within five seconds. For requests that change access, such as keys or members, it takes effect immediately. The last owner of a game cannot get another role.",
    body: { role },
    example: { role: "viewer" },
    problems: ["LAST_OWNER"],
    returns: "The member.",
    done: "Member updated successfully",
    reply: { member },
    handle: ({ body, params: { userId }, projectMutation }, { member: members }) =>
      members.changeMember({ ...projectMutation, userId, role: ROLES.value(body.role) }),
  }),

  patch("removeMember", "/game/:gameId/members/:userId/remove", {
    ownToo: true,
    summary: "Remove a member",
    description:
      "Removes a member from a game and returns the member. Every member can leave by removing themselves. The change takes effect within five seconds. For requests that change access, such as keys or members, it takes effect immediately. The last owner of a game cannot be removed.",
    problems: ["LAST_OWNER"],
    returns: "The member.",
    done: "Member removed successfully",
    reply: { member },
    handle: ({ params: { userId }, projectMutation }, { member: members }) =>
      members.removeMember({ ...projectMutation, userId }),
  }),

  post("inviteMember", "/game/:gameId/members/invite", {
    summary: "Invite a member",
    description:
      "Sends an invitation to an email address. The link in the email works once, for a week, for any person who has it. A new invitation replaces an open invitation to the same address. The response is the same whether or not the address has an account.",
    body: {
      email: text("The email address to invite. It need not have an account.", 254, {
        minLength: 3,
      }),
      role,
    },
    example: { email: Invitation.example.email, role: "developer" },
    problems: ["MEMBER_LIMIT", "TOO_MANY_ATTEMPTS"],
    statuses: [201],
    returns: "The invitation.",
    done: "Invitation sent successfully",
    reply: { invitation },
    handle: (call, { member: members }, { limitInvites }) => {
      limitInvites(call.request);
      const { body, person, projectMutation } = call;
      return members.inviteMember({
        ...projectMutation,
        invitedBy: person.userId,
        email: body.email,
        role: ROLES.value(body.role),
      });
    },
  }),

  patch("withdrawInvitation", "/game/:gameId/invitations/:invitationId/withdraw", {
    summary: "Withdraw an invitation",
    description: "Withdraws an open invitation and returns it. Its link stops working.",
    returns: "The invitation.",
    done: "Invitation withdrawn successfully",
    reply: { invitation },
    handle: ({ params: { invitationId }, projectMutation }, { member: members }) =>
      members.withdrawInvitation({ ...projectMutation, invitationId }),
  }),
];
