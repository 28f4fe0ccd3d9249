import { Type, type Static } from "typebox";
import { EXAMPLES } from "../../openapi/examples/examples.ts";
import { closed, dateTime, id, message, nullable, ref } from "../../openapi/schemas/fields.ts";
import { gameParams, role } from "../../openapi/schemas/game.ts";

export const MemberSchema = Type.Object(
  {
    userId: id("The id of the person."),
    name: Type.String({
      description: "The name of the member. Empty if the person no longer has an account.",
    }),
    email: Type.String({
      description: "The email address of the member. Empty if the person no longer has an account.",
    }),
    role,
    joinedAt: dateTime("When the person became a member."),
  },
  { $id: "Member", examples: [EXAMPLES.Member], description: "A person with a role in a game." },
);
export type MemberJson = Static<typeof MemberSchema>;

export const InvitationSchema = Type.Object(
  {
    id: id("The id of the invitation."),
    email: nullable(
      Type.String({
        description: "The invited email address. Null for an invitation that an operator created.",
      }),
    ),
    role,
    invitedBy: nullable(
      id("The id of the member who sent the invitation. Null if an operator created it."),
    ),
    expiresAt: dateTime("When the invitation expires, a week after its creation."),
  },
  {
    $id: "Invitation",
    examples: [EXAMPLES.Invitation],
    description: "An invitation to become a member of a game. Only the email contains its token.",
  },
);
export type InvitationJson = Static<typeof InvitationSchema>;

export const InviteBody = closed(
  {
    email: Type.String({
      format: "text",
      minLength: 3,
      maxLength: 254,
      description: "The email address to invite. It need not have an account.",
    }),
    role,
  },
  { examples: [{ email: EXAMPLES.Invitation.email, role: "developer" }] },
);
export const ChangeMemberBody = closed({ role }, { examples: [{ role: "viewer" }] });

export const memberParams = closed({
  ...gameParams.properties,
  userId: id("The id of the person."),
});
export const invitationParams = closed({
  ...gameParams.properties,
  invitationId: id("The id of the invitation."),
});

export const MemberListReply = Type.Object(
  {
    members: Type.Array(ref(MemberSchema), {
      maxItems: 50,
      description: "The members of the game.",
    }),
    invitations: Type.Array(ref(InvitationSchema), {
      maxItems: 50,
      description: "The open invitations.",
    }),
  },
  { description: "The members, in the order in which they joined, and the open invitations." },
);
export const MemberReply = Type.Object(
  { message, member: ref(MemberSchema) },
  { description: "The member." },
);
export const InvitationReply = Type.Object(
  { message, invitation: ref(InvitationSchema) },
  { description: "The invitation." },
);
