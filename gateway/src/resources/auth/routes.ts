import { fastifyCookie } from "@fastify/cookie";
import { refusedFor } from "@tms/kit/errors/remote-error";
import type { FastifyRequest } from "fastify";
import type { App } from "../../app-type.ts";
import { refuseCrossSite } from "../../auth/browser/cross-site.ts";
import { jwkOf } from "../../auth/people/signing-keys.ts";
import { personOf } from "../../auth/principal.ts";
import type { Clients } from "../../clients.ts";
import { within } from "../../http/deadline.ts";
import { sourceOf } from "../../http/source.ts";
import { rpcRequestId } from "../../idempotency/repeats.ts";
import { ProblemError } from "../../problems/problem-error.ts";
import { deviceJson } from "./json.ts";
import * as operations from "./operations.ts";
import { createSignUpHolder, createTokenHolder, type TokenHolder } from "./token-holder.ts";

type Identity = Clients["identity"];

// New keys are published a day before they sign.
const KEYS_CACHING = "public, max-age=300";

/** Signing up, signing in, and staying signed in. */
export function authRoutes(app: App, { identity }: Pick<Clients, "identity">, publicUrl: string) {
  const holder = createTokenHolder(app, publicUrl);
  // Looks at no request by itself: only refreshing and signing out read a cookie.
  app.register(fastifyCookie, { hook: false });
  app.register(async (auth: App) => {
    auth.addHook("onRequest", async (request) => {
      refuseCrossSite(request, publicUrl);
      requireJson(request);
    });
    signUpRoutes(auth, identity, holder, publicUrl);
    sessionRoutes(auth, identity, holder);
    passwordRoutes(auth, identity, holder);
    deviceRoutes(auth, identity, holder, publicUrl);
  });
  app.get("/.well-known/jwks.json", operations.signingKeys, async (request, reply) => {
    const { keys } = await identity.listSigningKeys({}, within(request));
    return reply.header("cache-control", KEYS_CACHING).send({ keys: keys.map(jwkOf) });
  });
}

// A form of another site can send any type but this one without the browser asking first.
function requireJson({ headers }: FastifyRequest): void {
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json")
    throw new ProblemError("UNSUPPORTED_MEDIA_TYPE");
}

const SIGNED_IN = "Signed in successfully";

function signUpRoutes(auth: App, identity: Identity, holder: TokenHolder, publicUrl: string): void {
  const signUps = createSignUpHolder(publicUrl);
  auth.post("/auth/sign-up", operations.signUp, async (request, reply) => {
    const identified = { requestId: rpcRequestId(request), source: sourceOf(request) };
    const { token } = await identity.signUp({ ...request.body, ...identified }, within(request));
    return reply.code(202).send(signUps.hand(request, reply, token));
  });

  auth.post("/auth/verify", operations.verify, async (request, reply) => {
    const identified = { requestId: rpcRequestId(request), source: sourceOf(request) };
    const { email, code } = request.body;
    const token = signUps.presented(request, request.body);
    const { signedIn } = await identity.verifyEmail(
      { email, code, token, ...identified },
      within(request),
    );
    return holder.hand(request, reply, signedIn, SIGNED_IN);
  });

  auth.post("/auth/sign-in", operations.signIn, async (request, reply) => {
    const identified = { requestId: rpcRequestId(request), source: sourceOf(request) };
    const { signedIn } = await identity.signIn({ ...request.body, ...identified }, within(request));
    return holder.hand(request, reply, signedIn, SIGNED_IN);
  });
}

function sessionRoutes(auth: App, identity: Identity, holder: TokenHolder): void {
  auth.post("/auth/refresh", operations.refresh, async (request, reply) => {
    const refreshToken = holder.presented(request, request.body);
    const source = sourceOf(request);
    // Told at once, for a page asks on every start, signed in or not.
    if (refreshToken === "") throw new ProblemError("SESSION_ENDED");
    const { signedIn } = await identity
      .refreshSession({ refreshToken, source }, within(request))
      .catch((error: unknown) => {
        // The browser need not keep what is good for nothing any more.
        if (refusedFor(error, "SESSION_ENDED")) holder.forget(request, reply);
        throw error;
      });
    return holder.hand(request, reply, signedIn, "Session refreshed successfully");
  });

  auth.post("/auth/sign-out", operations.signOut, async (request, reply) => {
    const refreshToken = holder.presented(request, request.body);
    if (refreshToken !== "") await identity.signOut({ refreshToken }, within(request));
    holder.forget(request, reply);
    return { message: "Signed out successfully" };
  });
}

function passwordRoutes(auth: App, identity: Identity, holder: TokenHolder): void {
  auth.post("/auth/password/forgot", operations.forgotPassword, async (request, reply) => {
    const identified = { requestId: rpcRequestId(request), source: sourceOf(request) };
    await identity.forgotPassword({ ...request.body, ...identified }, within(request));
    return reply.code(202).send({ message: "Check your email" });
  });

  auth.post("/auth/password/reset", operations.resetPassword, async (request, reply) => {
    const identified = { requestId: rpcRequestId(request), source: sourceOf(request) };
    const { signedIn } = await identity.resetPassword(
      { ...request.body, ...identified },
      within(request),
    );
    return holder.hand(request, reply, signedIn, "Password changed successfully");
  });
}

function deviceRoutes(auth: App, identity: Identity, holder: TokenHolder, publicUrl: string): void {
  auth.post("/auth/device", operations.startDevice, async (request, reply) => {
    const codes = await identity.startDeviceCode({ source: sourceOf(request) }, within(request));
    return reply.code(201).send(deviceJson(codes, publicUrl));
  });

  auth.post("/auth/token", operations.exchangeDevice, async (request, reply) => {
    const { deviceCode } = request.body;
    const { signedIn } = await identity.exchangeDeviceCode(
      { deviceCode, source: sourceOf(request) },
      within(request),
    );
    return holder.hand(request, reply, signedIn, SIGNED_IN);
  });

  auth.post("/auth/device/approve", operations.approveDevice, async (request) => {
    const { userCode } = request.body;
    await identity.approveDeviceCode(
      { ...personOf(request), userCode, source: sourceOf(request) },
      within(request),
    );
    return { message: "The tool is signed in" };
  });
}
