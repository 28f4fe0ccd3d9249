import { Type, type Static } from "typebox";
import { PATTERNS } from "../../openapi/patterns.ts";
import { EXAMPLES } from "../../openapi/examples/examples.ts";
import { closed, dateTime, message, ref } from "../../openapi/schemas/fields.ts";
import { password, personName, UserSchema } from "../../openapi/schemas/user.ts";

const email = Type.String({
  format: "text",
  minLength: 3,
  maxLength: 254,
  description: "Compared without regard to case.",
  examples: ["ada@example.com"],
});
const anyPassword = Type.String({ format: "text", minLength: 1, maxLength: 1_000 });
const token = (description: string) =>
  Type.String({ format: "text", minLength: 1, maxLength: 200, description });
const ADA = EXAMPLES.User;
const PASSWORD = "violet-lamp-otter-91";

export const SignUpBody = closed(
  { name: personName, email, password },
  { examples: [{ name: ADA.name, email: ADA.email, password: PASSWORD }] },
);
export const VerifyBody = closed(
  {
    email,
    code: Type.String({
      pattern: PATTERNS.sixDigits.pattern,
      description: "The six digits that were mailed.",
    }),
    signUpToken: Type.Optional(
      Type.String({
        format: "text",
        maxLength: 200,
        description:
          "From the answer to the sign-up. Browsers have a cookie instead. Without either, the code works only while no other sign-up of the address waits for its code.",
      }),
    ),
  },
  { examples: [{ email: ADA.email, code: "482913" }] },
);
export const SignInBody = closed(
  { email, password: anyPassword },
  { examples: [{ email: ADA.email, password: PASSWORD }] },
);
export const RefreshBody = closed(
  {
    refreshToken: Type.Optional(
      Type.String({
        format: "text",
        maxLength: 200,
        description: "From clients that are no browsers; those have a cookie.",
      }),
    ),
  },
  { default: {}, examples: [{ refreshToken: "tmsr_AZfZnQpOfFWeIX9qW0w9IAAAAAE" }] },
);
export const ForgotBody = closed({ email }, { examples: [{ email: ADA.email }] });
export const ResetBody = closed(
  { token: token("From the link that was mailed."), password },
  { examples: [{ token: "n0vYcS6bq3kXw1JtF9uRzE", password: PASSWORD }] },
);
export const DeviceBody = closed({}, { default: {} });
export const TokenBody = closed(
  { deviceCode: token("As it was given out.") },
  { examples: [{ deviceCode: "Gm3Jq0yWc1Zb8RkXv5TnUd" }] },
);
export const ApproveBody = closed(
  {
    userCode: Type.String({
      format: "text",
      minLength: 1,
      maxLength: 50,
      description: "As the tool shows it; case, spaces and hyphens do not matter.",
    }),
  },
  { examples: [{ userCode: "WDJB-MJHT" }] },
);

export const MessageReply = Type.Object({ message }, { description: "Done, or under way." });
export const SignUpReply = Type.Object(
  {
    message,
    signUpToken: Type.Optional(
      Type.String({
        description:
          "Send it with the code: it confirms this sign-up and no other. Browsers get a cookie instead.",
      }),
    ),
  },
  { description: "Under way." },
);
export type SignUpJson = Static<typeof SignUpReply>;
export const SignedInReply = Type.Object(
  {
    message,
    accessToken: Type.String({ description: "A JWT for `Authorization: Bearer`." }),
    expiresAt: dateTime("When the access token expires."),
    user: ref(UserSchema),
    refreshToken: Type.Optional(
      Type.String({ description: "Gets the next tokens, once; browsers get a cookie instead." }),
    ),
  },
  { description: "Signed in." },
);
export type SignedInJson = Static<typeof SignedInReply>;
export const DeviceReply = Type.Object(
  {
    deviceCode: Type.String({ description: "What the tool keeps to itself." }),
    userCode: Type.String({ description: "What the tool shows and the person types." }),
    verificationUrl: Type.String({ description: "Where the person types it." }),
    interval: Type.Integer({ description: "Seconds to wait between two questions." }),
    expiresAt: dateTime("When both codes stop working."),
  },
  { description: "The codes." },
);
export const KeySetReply = Type.Object(
  {
    keys: Type.Array(
      Type.Object({
        kty: Type.Literal("OKP"),
        crv: Type.Literal("Ed25519"),
        alg: Type.Literal("Ed25519"),
        use: Type.Literal("sig"),
        kid: Type.String(),
        x: Type.String(),
      }),
    ),
  },
  { description: "The keys (RFC 7517)." },
);
