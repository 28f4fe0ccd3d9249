import { Type, type Static } from "typebox";
import { EXAMPLES } from "../../openapi/examples/examples.ts";
import { closed, dateTime, id, message, ref } from "../../openapi/schemas/fields.ts";
import { password, personName, UserSchema } from "../../openapi/schemas/user.ts";

/** What may hold a session. */
export const SESSION_KINDS = ["browser", "cli"] as const;

export const SessionSchema = Type.Object(
  {
    id: id("Record identifier."),
    kind: Type.Enum([...SESSION_KINDS], { description: "What holds it." }),
    createdAt: dateTime("When it began."),
    lastUsedAt: dateTime("When its refresh token was last used."),
    address: Type.String({ description: "From where, then." }),
    agent: Type.String({ description: "By which user agent, then." }),
    current: Type.Boolean({ description: "Whether the request itself was made by it." }),
  },
  { $id: "Session", examples: [EXAMPLES.Session], description: "One sign-in of a person." },
);
export type SessionJson = Static<typeof SessionSchema>;

export const UserReply = Type.Object({ user: ref(UserSchema) }, { description: "The person." });
export const UpdateUserReply = Type.Object(
  { message, user: ref(UserSchema) },
  { description: "The person, changed." },
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
        description: "Required with `password`.",
      }),
    ),
  },
  { examples: [{ name: "Ada King" }] },
);
export const SessionsReply = Type.Object(
  { sessions: Type.Array(ref(SessionSchema), { maxItems: 50 }) },
  { description: "The live sessions, the last used first." },
);
export const SessionReply = Type.Object(
  { message, session: ref(SessionSchema) },
  { description: "The session, ended." },
);
export const sessionParams = closed({ sessionId: id("Which session.") });
