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
    summary: "List a game's members and open invitations",
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
    summary: "Invite somebody by mail",
    description:
      "It works once, for a week, for whoever has the link. An open invitation of the same address is replaced.",
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
    summary: "Give a member another role",
    description:
      "It takes effect within five seconds, and at once for what the member changes about access.",
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
    summary: "Remove a member, or leave",
    description:
      "It takes effect within five seconds, and at once for what the member changes about access. Every member may remove themselves.",
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
    summary: "Withdraw an open invitation",
    params: invitationParams,
    body: NoBody,
    response: { 200: InvitationReply, ...teamProblems("INVITATION_NOT_FOUND", ...FAILURES) },
  },
  FOR_PEOPLE,
);
