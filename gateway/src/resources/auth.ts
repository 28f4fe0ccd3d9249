import { fastifyCookie } from "@fastify/cookie";
import { refusedFor } from "@tms/kit/errors/remote-error";
import type { SignedIn } from "@tms/proto/tms/identity/v1/identity";
import * as field from "@tms/resources/field";
import { User } from "@tms/resources/user";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { isFromBrowser, refuseCrossSite } from "../auth/browser.ts";
import { jwkOf } from "../auth/sessions.ts";
import type { Clients } from "../clients.ts";
import { matching, optional, password, personName, text } from "@tms/resources/input";
import type { ProblemName } from "../problems/catalogue.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { operationsOf } from "../rest/operation.ts";
import type { Parts } from "../rest/parts.ts";

const email = text("The email address. It is not case-sensitive.", 254, {
  minLength: 3,
  examples: ["ada@example.com"],
});
const token = (description: string) => text(description, 200);
// The minimum length is 0, because a browser may send an empty token with its cookie.
const tokenOrCookie = (description: string) =>
  Type.String({ format: "text", maxLength: 200, description });
const refresh = {
  body: optional({
    refreshToken: tokenOrCookie(
      "The refresh token of the session. Browsers send a cookie instead.",
    ),
  }),
  bodyIs: { default: {} },
  example: { refreshToken: "tmsr_AZfZnQpOfFWeIX9qW0w9IAAAAAE" },
};
const { name: ADA, email: EMAIL } = User.example;
const PASSWORD = "violet-lamp-otter-91";

const signedIn = {
  returns: "The person is signed in.",
  done: "Signed in successfully",
  reply: {
    accessToken: field.text("The access token, a JWT. Send it as `Authorization: Bearer TOKEN`."),
    expiresAt: field.moment("When the access token expires.", "expireTime"),
    user: field.one(User, "user"),
    refreshToken: field.optionalText(
      "The token that refreshes the session. Use it only once. Browsers get a cookie instead.",
    ),
  },
};
const accepted = { returns: "The request was accepted.", reply: {} };

/** Returns the session of a person. A browser gets the refresh token in a cookie. */
function toSignedIn(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { sessions }: Parts,
  { signedIn: session }: { signedIn?: SignedIn | undefined },
) {
  if (session === undefined) throw new Error("the identity service returned no session");
  return { ...session, refreshToken: sessions.hand(request, reply, session.refreshToken) };
}

const { get, post } = operationsOf("auth", { read: "user", write: "user" });
const open = { scope: "public", isSecret: true } as const;
const failures = (...names: ProblemName[]) => ({ problems: [...names, "CROSS_SITE"] as const });

const authOperations = [
  post("signUp", "/auth/sign-up", {
    ...open,
    summary: "Sign up",
    description:
      "Starts the creation of an account and sends a six-digit code to the email address. Confirm the address with `POST /auth/verify` to complete the sign-up. The code works only in the browser that signed up, or with `signUpToken`. If the address already has an account, its owner gets a note instead. The response is the same in both cases.",
    body: { name: personName, email, password },
    example: { name: ADA, email: EMAIL, password: PASSWORD },
    ...failures("PASSWORD_TOO_WEAK", "TOO_MANY_ATTEMPTS"),
    statuses: [202],
    returns: "The sign-up has started.",
    done: "Check your email",
    reply: {
      signUpToken: field.optionalText(
        "Send this token together with the code to confirm this sign-up. Browsers get a cookie instead.",
      ),
    },
    async handle({ request, reply, body, requestId, source }, { identity }, { signUps }) {
      const { token: secret } = await identity.signUp({ ...body, requestId, source });
      return { signUpToken: signUps.hand(request, reply, secret) };
    },
  }),

  post("verifyEmail", "/auth/verify", {
    ...open,
    summary: "Confirm an email address",
    description:
      "Confirms the email address of a sign-up with the code from the email, creates the account and signs the person in. Returns an access token and, outside a browser, a refresh token. A browser gets the refresh token as a cookie.",
    body: {
      email,
      code: matching("sixDigits", "The six-digit code from the email."),
      ...optional({
        signUpToken: tokenOrCookie(
          "The `signUpToken` from the response to the sign-up. Browsers send a cookie instead. Without the token and the cookie, the code works only if no other sign-up of this address is waiting for confirmation.",
        ),
      }),
    },
    example: { email: EMAIL, code: "482913" },
    ...failures("CODE_INVALID", "TOO_MANY_ATTEMPTS"),
    ...signedIn,
    async handle(call, { identity }, parts) {
      const { request, requestId, source } = call;
      const { signUpToken, ...body } = call.body;
      const secret = parts.signUps.read(request, signUpToken);
      // A browser that signed up has the cookie. Without it, the code may confirm a stranger's password.
      if (secret === "" && isFromBrowser(request)) throw new ProblemError("CODE_INVALID");
      const verified = await identity.verifyEmail({ ...body, token: secret, requestId, source });
      return toSignedIn(call, parts, verified);
    },
  }),

  post("signIn", "/auth/sign-in", {
    ...open,
    summary: "Sign in",
    description:
      "Starts a session with an email address and a password. Returns an access token and, outside a browser, a refresh token. A browser gets the refresh token as a cookie. A retry without an Idempotency-Key starts another session.",
    body: { email, password: text("The password of the account.", 1_000) },
    example: { email: EMAIL, password: PASSWORD },
    ...failures("CREDENTIALS_INVALID", "TOO_MANY_ATTEMPTS"),
    ...signedIn,
    async handle(call, { identity }, parts) {
      const { body, requestId, source } = call;
      return toSignedIn(call, parts, await identity.signIn({ ...body, requestId, source }));
    },
  }),

  post("refreshSession", "/auth/refresh", {
    ...open,
    summary: "Refresh a session",
    description:
      "Exchanges the refresh token for a new access token and a new refresh token. Needs the session cookie in a browser, or `refreshToken` in any other client. A retry within ten seconds returns the same refresh token. A later use of an old refresh token ends the session.",
    ...refresh,
    ...failures("SESSION_ENDED"),
    ...signedIn,
    done: "Session refreshed successfully",
    async handle(call, { identity }, parts) {
      const { request, reply, body, source } = call;
      const refreshToken = parts.sessions.read(request, body.refreshToken);
      // Saves a call, because the dashboard refreshes at every start, even if no person is signed in.
      if (refreshToken === "") throw new ProblemError("SESSION_ENDED");
      const found = await identity.refreshSession({ refreshToken, source }).catch((error) => {
        // The cookie no longer has a valid token.
        if (refusedFor(error, "SESSION_ENDED")) parts.sessions.forget(request, reply);
        throw error;
      });
      return toSignedIn(call, parts, found);
    },
  }),

  post("signOut", "/auth/sign-out", {
    ...open,
    summary: "Sign out",
    description:
      "Ends the session of the refresh token. Needs the session cookie in a browser, or `refreshToken` in any other client. Succeeds even if the token is missing, unknown or already used.",
    ...refresh,
    ...failures(),
    ...accepted,
    done: "Signed out successfully",
    async handle({ request, reply, body }, { identity }, { sessions }) {
      const refreshToken = sessions.read(request, body.refreshToken);
      if (refreshToken !== "") await identity.signOut({ refreshToken });
      sessions.forget(request, reply);
      return {};
    },
  }),

  post("forgotPassword", "/auth/password/forgot", {
    ...open,
    summary: "Request a password reset",
    description:
      "Sends an email with a link that resets the password. The link works once, for half an hour. The response is the same whether or not the address has an account.",
    body: { email },
    example: { email: EMAIL },
    ...failures("TOO_MANY_ATTEMPTS"),
    statuses: [202],
    ...accepted,
    done: "Check your email",
    handle: ({ body, requestId, source }, { identity }) =>
      identity.forgotPassword({ ...body, requestId, source }),
  }),

  post("resetPassword", "/auth/password/reset", {
    ...open,
    summary: "Reset a password",
    description:
      "Sets a new password with the token from the email link and signs the person in. All other sessions of the person end. Returns an access token and, outside a browser, a refresh token.",
    body: { token: token("The token from the link in the email."), password },
    example: { token: "n0vYcS6bq3kXw1JtF9uRzE", password: PASSWORD },
    ...failures("CODE_INVALID", "PASSWORD_TOO_WEAK", "TOO_MANY_ATTEMPTS"),
    ...signedIn,
    done: "Password changed successfully",
    async handle(call, { identity }, parts) {
      const { body, requestId, source } = call;
      return toSignedIn(call, parts, await identity.resetPassword({ ...body, requestId, source }));
    },
  }),

  post("startDeviceCode", "/auth/device", {
    ...open,
    summary: "Start a device sign-in",
    description:
      "Starts the sign-in of a command line tool (RFC 8628). Returns a `userCode` for the tool to show and a `deviceCode` for the tool to keep. The person enters the `userCode` at `verificationUrl`. Meanwhile, the tool polls `POST /auth/token` with the `deviceCode`.",
    ...failures("TOO_MANY_ATTEMPTS"),
    statuses: [201],
    returns: "The codes for the sign-in of the tool.",
    reply: {
      deviceCode: field.text(
        "The code that the tool exchanges for tokens. The tool must keep it secret.",
      ),
      userCode: field.text("The code that the tool shows to the person."),
      verificationUrl: field.text("The URL where the person enters the `userCode`."),
      interval: field.integer("The minimum time between two polls, in seconds.", "intervalSeconds"),
      expiresAt: field.moment("When both codes expire.", "expireTime"),
    },
    async handle({ source }, { identity }, { publicUrl }) {
      const codes = await identity.startDeviceCode({ source });
      return { ...codes, verificationUrl: `${publicUrl}/dashboard/device` };
    },
  }),

  post("exchangeDeviceCode", "/auth/token", {
    ...open,
    summary: "Complete a device sign-in",
    description:
      "Exchanges a `deviceCode` for tokens after a person has approved it. Returns `authorization_pending` until then. Poll every `interval` seconds. A tool that polls sooner gets `slow_down`.",
    body: { deviceCode: token("The `deviceCode` from the response to `POST /auth/device`.") },
    example: { deviceCode: "Gm3Jq0yWc1Zb8RkXv5TnUd" },
    ...failures("CODE_INVALID", "AUTHORIZATION_PENDING", "SLOW_DOWN"),
    ...signedIn,
    async handle(call, { identity }, parts) {
      const { body, source } = call;
      return toSignedIn(call, parts, await identity.exchangeDeviceCode({ ...body, source }));
    },
  }),

  post("approveDeviceCode", "/auth/device/approve", {
    isSecret: true,
    summary: "Approve a device sign-in",
    description:
      "Signs a command line tool in as you. Needs your access token and the `userCode` that the tool shows. Approve only a code that your own tool shows, because the tool can then do everything that you can do.",
    body: {
      userCode: text("The code that the tool shows. Case, spaces and hyphens are ignored.", 50),
    },
    example: { userCode: "WDJB-MJHT" },
    ...failures("CODE_INVALID", "SESSION_ENDED", "TOO_MANY_ATTEMPTS"),
    ...accepted,
    done: "The tool is signed in",
    handle: ({ body, person, source }, { identity }) =>
      identity.approveDeviceCode({ ...person, ...body, source }),
  }),
];

const listSigningKeys = get("listSigningKeys", "/.well-known/jwks.json", {
  scope: "public",
  summary: "List signing keys",
  description:
    "Returns the public keys (RFC 7517) that verify the signatures of access tokens. Needs no credential.",
  returns: "The public signing keys, as a JSON Web Key Set (RFC 7517).",
  reply: {
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
  async handle({ reply }, { identity }) {
    const { keys } = await identity.listSigningKeys({});
    // New keys are published a day before they sign, so the response may be cached.
    reply.header("cache-control", "public, max-age=300");
    return { keys: keys.map(jwkOf) };
  },
});

/** Registers the sign-up and sign-in operations, with checks against requests of other sites. */
export function authRoutes(app: FastifyInstance, clients: Clients, parts: Parts): void {
  // Registering loads the module that `serialize` and `parse` need. Without a hook, requests are not parsed.
  app.register(fastifyCookie, { hook: false });
  app.register(async (auth: FastifyInstance) => {
    auth.addHook("onRequest", async (request) => {
      refuseCrossSite(request, parts.publicUrl);
      requireJson(request);
    });
    for (const register of authOperations) register(auth, clients, parts);
  });
  listSigningKeys(app, clients, parts);
}

// Other sites can send some content types without a CORS preflight, but not JSON.
function requireJson({ headers }: FastifyRequest): void {
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json")
    throw new ProblemError("UNSUPPORTED_MEDIA_TYPE");
}
