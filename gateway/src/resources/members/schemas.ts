import { Type, type Static } from "typebox";
import { EXAMPLES } from "../../openapi/examples/examples.ts";
import { closed, dateTime, id, message, nullable, ref } from "../../openapi/schemas/fields.ts";
import { gameParams, role } from "../../openapi/schemas/game.ts";

export const MemberSchema = Type.Object(
  {
    userId: id("The person."),
    name: Type.String({ description: "Empty when the person has no account any more." }),
    email: Type.String({ description: "Likewise." }),
    role,
    joinedAt: dateTime("Since when."),
  },
  { $id: "Member", examples: [EXAMPLES.Member], description: "A person with a role in a game." },
);
export type MemberJson = Static<typeof MemberSchema>;

export const InvitationSchema = Type.Object(
  {
    id: id("Record identifier."),
    email: nullable(
      Type.String({ description: "To which address; null for one that an operator handed on." }),
    ),
    role,
    invitedBy: nullable(id("The member who invites; null for an operator.")),
    expiresAt: dateTime("When it stops working, a week later."),
  },
  {
    $id: "Invitation",
    examples: [EXAMPLES.Invitation],
    description: "An offer to become a member. Its token is in the mail alone.",
  },
);
export type InvitationJson = Static<typeof InvitationSchema>;

export const InviteBody = closed(
  {
    email: Type.String({
      format: "text",
      minLength: 3,
      maxLength: 254,
      description: "Whether or not it has an account.",
    }),
    role,
  },
  { examples: [{ email: EXAMPLES.Invitation.email, role: "developer" }] },
);
export const ChangeMemberBody = closed({ role }, { examples: [{ role: "viewer" }] });

export const memberParams = closed({ ...gameParams.properties, userId: id("Which person.") });
export const invitationParams = closed({
  ...gameParams.properties,
  invitationId: id("Which invitation."),
});

export const MemberListReply = Type.Object(
  {
    members: Type.Array(ref(MemberSchema), { maxItems: 50 }),
    invitations: Type.Array(ref(InvitationSchema), { maxItems: 50 }),
  },
  { description: "The members, those who joined first before others, and the open invitations." },
);
export const MemberReply = Type.Object(
  { message, member: ref(MemberSchema) },
  { description: "Done." },
);
export const InvitationReply = Type.Object(
  { message, invitation: ref(InvitationSchema) },
  { description: "Done." },
);
