import { Type, type Static } from "typebox";
import { EXAMPLES } from "../../openapi/examples/examples.ts";
import { closed, dateTime, id, message, ref } from "../../openapi/schemas/fields.ts";
import { password, personName, UserSchema } from "../../openapi/schemas/user.ts";

/** What may hold a session. */
export const SESSION_KINDS = ["browser", "cli"] as const;

export const SessionSchema = Type.Object(
  {
    id: id("The id of the session."),
    kind: Type.Enum([...SESSION_KINDS], {
      description: "Whether a browser or a command line tool uses the session.",
    }),
    createdAt: dateTime("When the session began."),
    lastUsedAt: dateTime("When the refresh token of the session was last used."),
    address: Type.String({ description: "The network address of the last use." }),
    agent: Type.String({ description: "The user agent of the last use." }),
    current: Type.Boolean({ description: "Whether this request uses the session." }),
  },
  {
    $id: "Session",
    examples: [EXAMPLES.Session],
    description: "A session of a person, from one sign-in.",
  },
);
export type SessionJson = Static<typeof SessionSchema>;

export const UserReply = Type.Object({ user: ref(UserSchema) }, { description: "Your account." });
export const UpdateUserReply = Type.Object(
  { message, user: ref(UserSchema) },
  { description: "Your updated account." },
);
export const UpdateUserBody = closed(
  {
    name: Type.Optional(personName),
    password: Type.Optional(password),
    currentPassword: Type.Optional(
      Type.String({
        format: "text",
        minLength: 1,
        maxLength: 1_000,
        description: "The current password of the account. Required with `password`.",
      }),
    ),
  },
  { examples: [{ name: "Ada King" }] },
);
export const SessionsReply = Type.Object(
  {
    sessions: Type.Array(ref(SessionSchema), {
      maxItems: 50,
      description: "Your active sessions.",
    }),
  },
  { description: "The active sessions, the most recently used first." },
);
export const SessionReply = Type.Object(
  { message, session: ref(SessionSchema) },
  { description: "The session that was ended." },
);
export const sessionParams = closed({ sessionId: id("The id of the session.") });
