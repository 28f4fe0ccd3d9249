import {
  Role as MemberRole,
  type Invitation as InvitationMessage,
  type Member as MemberMessage,
} from "@tms/proto/tms/game/v1/member";
import * as field from "./field.ts";
import { resource } from "./resource.ts";

export const ROLES = field.words(MemberRole);
export type Role = (typeof ROLES.all)[number];

const OF_ROLES =
  "A `viewer` can only read. A `developer` can also manage tournaments, entries, scores, webhooks and API keys, and the wallets of the test environment. An `owner` can do everything.";
export const roleSchema = ROLES.schema(OF_ROLES);

export const Member = resource<MemberMessage>()(
  "Member",
  "A person with a role in a game.",
  {
    userId: "0197d99c-41d2-7a80-b1c3-6d5e4f3a2b10",
    name: "Ada Lovelace",
    email: "ada@example.com",
    role: "owner",
    joinedAt: "2030-04-28T09:30:00.000Z",
  },
  {
    userId: field.id("The id of the person."),
    name: field.text("The name of the member. Empty if the person no longer has an account."),
    email: field.text(
      "The email address of the member. Empty if the person no longer has an account.",
    ),
    role: ROLES.field(OF_ROLES),
    joinedAt: field.moment("When the person became a member.", "joinTime"),
  },
);

export const Invitation = resource<InvitationMessage>()(
  "Invitation",
  "An invitation to become a member of a game. Only the email contains its token.",
  {
    id: "0197d9a2-5b6c-7d7e-8f90-a1b2c3d4e5f6",
    email: "grace@example.com",
    role: "developer",
    invitedBy: Member.example.userId,
    expiresAt: "2030-05-05T09:30:00.000Z",
  },
  {
    id: field.id("The id of the invitation."),
    email: field.textOrNull(
      "The invited email address. Null for an invitation that an operator created.",
    ),
    role: ROLES.field(OF_ROLES),
    invitedBy: field.idOrNull(
      "The id of the member who sent the invitation. Null if an operator created it.",
    ),
    expiresAt: field.moment(
      "When the invitation expires, a week after its creation.",
      "expireTime",
    ),
  },
);
