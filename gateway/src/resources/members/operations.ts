import { NoBody, noQuery } from "../../openapi/schemas/fields.ts";
import { gameParams } from "../../openapi/schemas/game.ts";
import {
  operation,
  peopleSecurity,
  teamProblems,
  writingHeaders,
  WRITING,
} from "../../openapi/operation.ts";
import {
  ChangeMemberBody,
  InvitationReply,
  invitationParams,
  InviteBody,
  MemberListReply,
  memberParams,
  MemberReply,
} from "./schemas.ts";

const common = { tags: ["games"], security: peopleSecurity, querystring: noQuery };
const writing = { ...common, headers: writingHeaders };
const FAILURES = ["URI_TOO_LONG", ...WRITING] as const;
const FOR_PEOPLE = { peopleOnly: true };

export const list = operation(
  "read",
  {
    ...common,
    operationId: "listMembers",
    summary: "List members",
    description:
      "Returns the members of a game and its open invitations. Needs an access token and a role in the game.",
    params: gameParams,
    response: { 200: MemberListReply, ...teamProblems("URI_TOO_LONG") },
  },
  FOR_PEOPLE,
);

export const invite = operation(
  "members:write",
  {
    ...writing,
    operationId: "inviteMember",
    summary: "Invite a member",
    description:
      "Sends an invitation to an email address. Needs an access token and the role `owner`. The link in the email works once, for a week, for any person who has it. A new invitation replaces an open invitation to the same address. The response is the same whether or not the address has an account.",
    params: gameParams,
    body: InviteBody,
    response: {
      201: InvitationReply,
      ...teamProblems("MEMBER_LIMIT", "TOO_MANY_ATTEMPTS", ...FAILURES),
    },
  },
  FOR_PEOPLE,
);

export const update = operation(
  "members:write",
  {
    ...writing,
    operationId: "updateMember",
    summary: "Update a member",
    description:
      "Changes the role of a member and returns the member. Needs an access token and the role `owner`. The change takes effect within five seconds. For requests that change access, such as keys or members, it takes effect immediately. The last owner of a game cannot get another role.",
    params: memberParams,
    body: ChangeMemberBody,
    response: {
      200: MemberReply,
      ...teamProblems("MEMBER_NOT_FOUND", "LAST_OWNER", ...FAILURES),
    },
  },
  FOR_PEOPLE,
);

export const remove = operation(
  "members:write",
  {
    ...writing,
    operationId: "removeMember",
    summary: "Remove a member",
    description:
      "Removes a member from a game and returns the member. Needs an access token and the role `owner`, but every member can leave by removing themselves. The change takes effect within five seconds. For requests that change access, such as keys or members, it takes effect immediately. The last owner of a game cannot be removed.",
    params: memberParams,
    body: NoBody,
    response: {
      200: MemberReply,
      ...teamProblems("MEMBER_NOT_FOUND", "LAST_OWNER", ...FAILURES),
    },
  },
  { ...FOR_PEOPLE, ownToo: true },
);

export const withdraw = operation(
  "members:write",
  {
    ...writing,
    operationId: "withdrawInvitation",
    summary: "Withdraw an invitation",
    description:
      "Withdraws an open invitation and returns it. Its link stops working. Needs an access token and the role `owner`.",
    params: invitationParams,
    body: NoBody,
    response: { 200: InvitationReply, ...teamProblems("INVITATION_NOT_FOUND", ...FAILURES) },
  },
  FOR_PEOPLE,
);
