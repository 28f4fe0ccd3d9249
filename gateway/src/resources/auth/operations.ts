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
      "Starts the creation of an account and sends a six-digit code to the email address. Confirm the address with `POST /auth/verify` to complete the sign-up. The code works only in the browser that signed up, or with `signUpToken`. If the address already has an account, its owner gets a note instead. The response is the same in both cases.",
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
    summary: "Confirm an email address",
    description:
      "Confirms the email address of a sign-up with the code from the email, creates the account and signs the person in. Returns an access token and, outside a browser, a refresh token. A browser gets the refresh token as a cookie.",
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
    description:
      "Starts a session with an email address and a password. Returns an access token and, outside a browser, a refresh token. A browser gets the refresh token as a cookie. A retry without an Idempotency-Key starts another session.",
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
    summary: "Refresh a session",
    description:
      "Exchanges the refresh token for a new access token and a new refresh token. Needs the session cookie in a browser, or `refreshToken` in any other client. A retry within ten seconds returns the same refresh token. A later use of an old refresh token ends the session.",
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
    summary: "Sign out",
    description:
      "Ends the session of the refresh token. Needs the session cookie in a browser, or `refreshToken` in any other client. Succeeds even if the token is missing, unknown or already used.",
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
    summary: "Request a password reset",
    description:
      "Sends an email with a link that resets the password. The link works once, for half an hour. The response is the same whether or not the address has an account.",
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
    summary: "Reset a password",
    description:
      "Sets a new password with the token from the email link and signs the person in. All other sessions of the person end. Returns an access token and, outside a browser, a refresh token.",
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
    summary: "Start a device sign-in",
    description:
      "Starts the sign-in of a command line tool (RFC 8628). Returns a `userCode` for the tool to show and a `deviceCode` for the tool to keep. The person enters the `userCode` at `verificationUrl`. Meanwhile, the tool polls `POST /auth/token` with the `deviceCode`.",
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
    summary: "Complete a device sign-in",
    description:
      "Exchanges a `deviceCode` for tokens after a person has approved it. Returns `authorization_pending` until then. Poll every `interval` seconds. A tool that polls sooner gets `slow_down`.",
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
    summary: "Approve a device sign-in",
    description:
      "Signs a command line tool in as you. Needs your access token and the `userCode` that the tool shows. Approve only a code that your own tool shows, because the tool can then do everything that you can do.",
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
  summary: "List signing keys",
  description:
    "Returns the public keys (RFC 7517) that verify the signatures of access tokens. Needs no credential.",
  querystring: noQuery,
  response: { 200: KeySetReply, ...publicProblems() },
});
