import { User } from "@tms/resources/user";
import { Type, type Static } from "typebox";
import { PATTERNS } from "../../openapi/patterns.ts";
import {
  closed,
  dateTime,
  message,
  password,
  personName,
  ref,
} from "../../openapi/schemas/fields.ts";

const email = Type.String({
  format: "text",
  minLength: 3,
  maxLength: 254,
  description: "The email address. It is not case-sensitive.",
  examples: ["ada@example.com"],
});
const anyPassword = Type.String({
  format: "text",
  minLength: 1,
  maxLength: 1_000,
  description: "The password of the account.",
});
const token = (description: string) =>
  Type.String({ format: "text", minLength: 1, maxLength: 200, description });
const ADA = User.example;
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
      description: "The six-digit code from the email.",
    }),
    signUpToken: Type.Optional(
      Type.String({
        format: "text",
        maxLength: 200,
        description:
          "The `signUpToken` from the response to the sign-up. Browsers send a cookie instead. Without the token and the cookie, the code works only if no other sign-up of this address is waiting for confirmation.",
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
        description: "The refresh token of the session. Browsers send a cookie instead.",
      }),
    ),
  },
  { default: {}, examples: [{ refreshToken: "tmsr_AZfZnQpOfFWeIX9qW0w9IAAAAAE" }] },
);
export const ForgotBody = closed({ email }, { examples: [{ email: ADA.email }] });
export const ResetBody = closed(
  { token: token("The token from the link in the email."), password },
  { examples: [{ token: "n0vYcS6bq3kXw1JtF9uRzE", password: PASSWORD }] },
);
export const DeviceBody = closed({}, { default: {} });
export const TokenBody = closed(
  { deviceCode: token("The `deviceCode` from the response to `POST /auth/device`.") },
  { examples: [{ deviceCode: "Gm3Jq0yWc1Zb8RkXv5TnUd" }] },
);
export const ApproveBody = closed(
  {
    userCode: Type.String({
      format: "text",
      minLength: 1,
      maxLength: 50,
      description: "The code that the tool shows. Case, spaces and hyphens are ignored.",
    }),
  },
  { examples: [{ userCode: "WDJB-MJHT" }] },
);

export const MessageReply = Type.Object({ message }, { description: "The request was accepted." });
export const SignUpReply = Type.Object(
  {
    message,
    signUpToken: Type.Optional(
      Type.String({
        description:
          "Send this token together with the code to confirm this sign-up. Browsers get a cookie instead.",
      }),
    ),
  },
  { description: "The sign-up has started." },
);
export type SignUpJson = Static<typeof SignUpReply>;
export const SignedInReply = Type.Object(
  {
    message,
    accessToken: Type.String({
      description: "The access token, a JWT. Send it as `Authorization: Bearer TOKEN`.",
    }),
    expiresAt: dateTime("When the access token expires."),
    user: ref(User.schema),
    refreshToken: Type.Optional(
      Type.String({
        description:
          "The token that refreshes the session. Use it only once. Browsers get a cookie instead.",
      }),
    ),
  },
  { description: "The person is signed in." },
);
export type SignedInJson = Static<typeof SignedInReply>;
export const DeviceReply = Type.Object(
  {
    deviceCode: Type.String({
      description: "The code that the tool exchanges for tokens. The tool must keep it secret.",
    }),
    userCode: Type.String({ description: "The code that the tool shows to the person." }),
    verificationUrl: Type.String({
      description: "The URL where the person enters the `userCode`.",
    }),
    interval: Type.Integer({ description: "The minimum time between two polls, in seconds." }),
    expiresAt: dateTime("When both codes expire."),
  },
  { description: "The codes for the sign-in of the tool." },
);
export const KeySetReply = Type.Object(
  {
    keys: Type.Array(
      Type.Object({
        kty: Type.Literal("OKP", { description: "The key type." }),
        crv: Type.Literal("Ed25519", { description: "The curve." }),
        alg: Type.Literal("Ed25519", { description: "The signature algorithm." }),
        use: Type.Literal("sig", { description: "The use of the key: signatures." }),
        kid: Type.String({
          description: "The id of the key, as in the header of an access token.",
        }),
        x: Type.String({ description: "The public key." }),
      }),
      { description: "The public keys." },
    ),
  },
  { description: "The public signing keys, as a JSON Web Key Set (RFC 7517)." },
);
