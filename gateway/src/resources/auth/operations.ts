import { noQuery } from "../../openapi/schemas/fields.ts";
import {
  operation,
  peopleProblems,
  peopleSecurity,
  publicProblems,
  writingHeaders,
  WRITING,
} from "../../openapi/operation.ts";
import {
  ApproveBody,
  DeviceBody,
  DeviceReply,
  ForgotBody,
  KeySetReply,
  MessageReply,
  RefreshBody,
  ResetBody,
  SignedInReply,
  SignInBody,
  SignUpBody,
  SignUpReply,
  TokenBody,
  VerifyBody,
} from "./schemas.ts";

const SECRET = { isSecret: true };
const common = {
  tags: ["auth"],
  // Says that no credential is needed.
  security: [],
  querystring: noQuery,
  headers: writingHeaders,
};
const FAILURES = ["CROSS_SITE", ...WRITING] as const;

export const signUp = operation(
  "public",
  {
    ...common,
    operationId: "signUp",
    summary: "Sign up",
    description:
      "A new address is mailed a code, one with an account a note: nothing here tells which. The code works where the sign-up was made: in the same browser, or with `signUpToken`.",
    body: SignUpBody,
    response: {
      202: SignUpReply,
      ...publicProblems("PASSWORD_TOO_WEAK", "TOO_MANY_ATTEMPTS", ...FAILURES),
    },
  },
  SECRET,
);

export const verify = operation(
  "public",
  {
    ...common,
    operationId: "verifyEmail",
    summary: "Confirm an address by the code that was mailed, and sign in",
    body: VerifyBody,
    response: {
      200: SignedInReply,
      ...publicProblems("CODE_INVALID", "TOO_MANY_ATTEMPTS", ...FAILURES),
    },
  },
  SECRET,
);

export const signIn = operation(
  "public",
  {
    ...common,
    operationId: "signIn",
    summary: "Sign in",
    body: SignInBody,
    response: {
      200: SignedInReply,
      ...publicProblems("CREDENTIALS_INVALID", "TOO_MANY_ATTEMPTS", ...FAILURES),
    },
  },
  SECRET,
);

export const refresh = operation(
  "public",
  {
    ...common,
    operationId: "refreshSession",
    summary: "Get the next tokens of a session",
    description:
      "Takes the cookie, or `refreshToken` from a client that is no browser. A repeat within ten seconds gets the same tokens; an older refresh token ends the session.",
    body: RefreshBody,
    response: { 200: SignedInReply, ...publicProblems("SESSION_ENDED", ...FAILURES) },
  },
  SECRET,
);

export const signOut = operation(
  "public",
  {
    ...common,
    operationId: "signOut",
    summary: "End a session",
    description: "Takes the same as refresh, and succeeds whatever that is.",
    body: RefreshBody,
    response: { 200: MessageReply, ...publicProblems(...FAILURES) },
  },
  SECRET,
);

export const forgotPassword = operation(
  "public",
  {
    ...common,
    operationId: "forgotPassword",
    summary: "Ask for a new password by mail",
    description: "Nothing here tells whether the address has an account.",
    body: ForgotBody,
    response: { 202: MessageReply, ...publicProblems("TOO_MANY_ATTEMPTS", ...FAILURES) },
  },
  SECRET,
);

export const resetPassword = operation(
  "public",
  {
    ...common,
    operationId: "resetPassword",
    summary: "Set a new password by the link that was mailed, and sign in",
    description: "Ends all other sessions.",
    body: ResetBody,
    response: {
      200: SignedInReply,
      ...publicProblems("CODE_INVALID", "PASSWORD_TOO_WEAK", "TOO_MANY_ATTEMPTS", ...FAILURES),
    },
  },
  SECRET,
);

export const startDevice = operation(
  "public",
  {
    ...common,
    operationId: "startDeviceCode",
    summary: "Begin to sign a command line tool in (RFC 8628)",
    body: DeviceBody,
    response: { 201: DeviceReply, ...publicProblems("TOO_MANY_ATTEMPTS", ...FAILURES) },
  },
  SECRET,
);

export const exchangeDevice = operation(
  "public",
  {
    ...common,
    operationId: "exchangeDeviceCode",
    summary: "Sign a command line tool in, once a person has approved it",
    body: TokenBody,
    response: {
      200: SignedInReply,
      ...publicProblems("CODE_INVALID", "AUTHORIZATION_PENDING", "SLOW_DOWN", ...FAILURES),
    },
  },
  SECRET,
);

export const approveDevice = operation(
  "user",
  {
    ...common,
    security: peopleSecurity,
    operationId: "approveDeviceCode",
    summary: "Let the tool that shows this code act as oneself",
    body: ApproveBody,
    response: {
      200: MessageReply,
      ...peopleProblems("CODE_INVALID", "SESSION_ENDED", "TOO_MANY_ATTEMPTS", ...FAILURES),
    },
  },
  SECRET,
);

export const signingKeys = operation("public", {
  tags: ["auth"],
  security: [],
  operationId: "listSigningKeys",
  summary: "The keys by which access tokens can be verified",
  querystring: noQuery,
  response: { 200: KeySetReply, ...publicProblems() },
});
