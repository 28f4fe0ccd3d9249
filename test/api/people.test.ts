import { newId } from "@tms/kit/values/ids";
import { createLocalJWKSet, jwtVerify } from "jose";
import {
  bearer,
  callAs,
  codeFor,
  fromElsewhere,
  newEmail,
  PASSWORD,
  signIn,
} from "../harness/people.ts";
import { watchCalls } from "../world/actions.ts";
import type { WorldGateway } from "../world/gateway.ts";
import { describe, expect, test as base } from "../world/test.ts";
import { PUBLIC_URL } from "../world/world.ts";

const clientOf = ({ url }: Pick<WorldGateway, "url">) => ({
  url,
  post: (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
    callAs(url, ["POST", path], body, { ...fromElsewhere(), ...headers }),
  get: (path: string, headers: Record<string, string> = {}) =>
    callAs(url, ["GET", path], undefined, { ...fromElsewhere(), ...headers }),
});

/** `client` sends requests of people, `ada` has an account. */
const test = base
  .extend("client", ({ live }) => clientOf(live.gateway))
  .extend("ada", async ({ newPerson }) => await newPerson());

const BROWSER = { "sec-fetch-site": "same-origin", origin: PUBLIC_URL };
const cookieOf = (headers: Headers) => headers.getSetCookie()[0] ?? "";
const pairOf = (headers: Headers) => cookieOf(headers).split(";")[0] ?? "";
const credentialsOf = ({ email }: { email: string }) => ({ email, password: PASSWORD });
const NEXT = "orange-tulip-harbour-7";

describe("a browser", () => {
  test("signs up with the mailed code, and keeps its session in a cookie", async ({ client }) => {
    const email = newEmail();
    const person = { name: "Ada", email, password: PASSWORD };
    const signedUp = await client.post("/auth/sign-up", person, BROWSER);
    expect([signedUp.status, signedUp.body]).toEqual([202, { message: expect.any(String) }]);
    expect(cookieOf(signedUp.headers)).toMatch(
      /^__Host-tms_sign_up=[\w-.]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const code = await codeFor(client.url, email);
    // Without the cookie, a browser cannot know whose sign-up the code belongs to.
    const elsewhere = await client.post("/auth/verify", { email, code }, BROWSER);
    expect([elsewhere.status, elsewhere.body.code]).toEqual([400, "code_invalid"]);
    // A stranger signs up with the same address before the code is typed.
    const stranger = await client.post("/auth/sign-up", { ...person, password: NEXT });
    const { signUpToken } = stranger.body;
    const stolen = await client.post("/auth/verify", { email, code, signUpToken });
    if (code !== (await codeFor(client.url, email)))
      expect([stolen.status, stolen.body.code]).toEqual([400, "code_invalid"]);
    const confirming = { ...BROWSER, cookie: pairOf(signedUp.headers) };
    const verified = await client.post("/auth/verify", { email, code }, confirming);
    expect(verified.body).toEqual({
      message: expect.any(String),
      accessToken: expect.stringMatching(/^ey/),
      expiresAt: expect.stringMatching(/Z$/),
      user: expect.objectContaining({ email, name: "Ada" }),
    });
    expect(verified.text).not.toContain("tmsr_");
    expect(cookieOf(verified.headers)).toMatch(
      /^__Host-tms_session=tmsr_[\w-.]+; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect((await client.get("/user", bearer(verified.body))).body.user.email).toBe(email);
    const first = { ...BROWSER, cookie: pairOf(verified.headers) };
    const refreshed = await client.post("/auth/refresh", {}, first);
    expect(refreshed.status).toBe(200);
    const second = { ...BROWSER, cookie: pairOf(refreshed.headers) };
    expect(second.cookie).not.toBe(first.cookie);
    const out = await client.post("/auth/sign-out", {}, second);
    expect(out.status).toBe(200);
    expect(cookieOf(out.headers)).toMatch(/^__Host-tms_session=; Max-Age=0;/);
    const after = await client.post("/auth/refresh", {}, second);
    expect([after.status, after.body.code]).toEqual([401, "session_ended"]);
    expect(cookieOf(after.headers)).toMatch(/Max-Age=0/);
    const { body } = refreshed;
    await expect.poll(async () => (await client.get("/user", bearer(body))).status).toBe(401);
  });

  test("is recognised by its Origin alone", async ({ client, ada }) => {
    const origin = { origin: PUBLIC_URL };
    const { headers, body } = await client.post("/auth/sign-in", credentialsOf(ada), origin);
    expect(cookieOf(headers)).toContain("tmsr_");
    expect(body.refreshToken).toBeUndefined();
  });

  test.for([
    ["http://127.0.0.1:8080", /^__Host-tms_session=.*Secure/],
    ["http://localhost:8080", /^__Host-tms_session=.*Secure/],
    ["http://[::1]:8080", /^__Host-tms_session=.*Secure/],
    ["http://tms.internal", /^tms_session=(?!.*Secure)/],
  ] as const)("gets a fitting cookie at %s", async ([publicUrl, expected], { ada, newGateway }) => {
    const { post } = clientOf(await newGateway({ publicUrl }));
    const { headers } = await post("/auth/sign-in", credentialsOf(ada), { origin: publicUrl });
    expect(cookieOf(headers)).toMatch(expected);
  });
});

test("gives other clients tokens in the body, and nothing by cookie", async ({ client, ada }) => {
  const signedIn = await client.post("/auth/sign-in", credentialsOf(ada));
  const { refreshToken } = signedIn.body;
  const refreshed = await client.post("/auth/refresh", { refreshToken });
  for (const { body, headers } of [signedIn, refreshed]) {
    expect(body.refreshToken).toMatch(/^tmsr_/);
    expect(headers.getSetCookie()).toEqual([]);
  }
  const { headers } = await client.post("/auth/sign-in", credentialsOf(ada), BROWSER);
  const cookie = pairOf(headers);
  const granted = await client.post("/auth/refresh", {}, { cookie });
  expect([granted.status, granted.body.code]).toEqual([401, "session_ended"]);
  await client.post("/auth/sign-out", {}, { cookie });
  expect((await client.post("/auth/refresh", {}, { ...BROWSER, cookie })).status).toBe(200);
});

const POSTS = [
  "/auth/sign-up",
  "/auth/verify",
  "/auth/sign-in",
  "/auth/refresh",
  "/auth/sign-out",
  "/auth/password/forgot",
  "/auth/password/reset",
  "/auth/device",
  "/auth/token",
];

describe("requests without a credential", () => {
  test.for(POSTS)("to %s are refused from other sites", async (path, { client, live }) => {
    const before = live.calls().length;
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { "sec-fetch-site": "cross-site", origin: PUBLIC_URL },
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: `${PUBLIC_URL}:8443` },
    ]) {
      const answer = await client.post(path, {}, { ...headers });
      expect([answer.status, answer.body.code]).toEqual([403, "cross_site"]);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    }
    const identity = live
      .calls()
      .slice(before)
      .filter(({ request }) => "source" in Object(request));
    expect(identity).toEqual([]);
  });

  test.for(POSTS)("to %s must be JSON, and get no header of CORS", async (path, { live }) => {
    const { send } = live.gateway;
    for (const type of ["text/plain", "application/x-www-form-urlencoded", undefined])
      for (const text of ["{}", ""]) {
        const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
        const body = new Uint8Array(Buffer.from(text));
        expect((await send("POST", path, { body, headers })).status).toBe(415);
      }
    const preflight = await send("OPTIONS", path, {
      headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
    });
    expect(preflight.status).toBe(405);
    for (const name of preflight.headers.keys()) expect(name).not.toMatch(/^access-control/);
  });

  test("tell identity their source, with any credential", async ({ client, ada, live }) => {
    const calls = watchCalls(live, "SignIn");
    const { status } = await client.post("/auth/sign-in", credentialsOf(ada), {
      "x-forwarded-for": "203.0.113.5",
      "user-agent": "a".repeat(5_000),
      authorization: "Bearer nonsense",
      "x-api-key": "nonsense",
    });
    expect(status).toBe(200);
    const source = { address: "203.0.113.5", agent: "a".repeat(1_000) };
    expect(calls()).toMatchObject([{ request: { source } }]);
  });

  test("are refused with the reasons of identity", async ({ client, ada }) => {
    const { email } = ada;
    const refusals = [
      await client.post("/auth/sign-up", { name: "Eve", email: newEmail(), password: "short" }),
      await client.post("/auth/verify", { email, code: "000000" }),
      await client.post("/auth/sign-in", { email, password: "wrong" }),
      await client.post("/auth/refresh", { refreshToken: "tmsr_forged" }),
      await client.post("/auth/password/reset", { token: "old", password: PASSWORD }),
    ];
    expect(refusals.map(({ status, body }) => `${status} ${body.code}`)).toEqual([
      "400 password_too_weak",
      "400 code_invalid",
      "401 credentials_invalid",
      "401 session_ended",
      "400 code_invalid",
    ]);
    expect(refusals[0]?.body.errors).toMatchObject([{ pointer: "/password" }]);
  });

  test("are limited, and told when to come back", async ({ client, ada }) => {
    const from = fromElsewhere();
    const guess = () => client.post("/auth/sign-in", { email: ada.email, password: "wrong" }, from);
    await expect.poll(async () => (await guess()).body.code).toBe("too_many_attempts");
    const { status, headers } = await guess();
    expect([status, Number(headers.get("retry-after")) > 0]).toEqual([429, true]);
  });

  test("keep their id, but no response, for a repeat", async ({ client, live, newPerson, ada }) => {
    const key = { "idempotency-key": newId() };
    const calls = watchCalls(live, "SignIn");
    const bob = await newPerson("Bob");
    const answers = [ada, ada, bob].map(
      (person) => () => client.post("/auth/sign-in", credentialsOf(person), key),
    );
    for (const ask of answers) expect((await ask()).headers.get("idempotency-replayed")).toBeNull();
    const ids = calls().map(({ request }) => (request as { requestId: string }).requestId);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });
});

test("the published keys verify access tokens", async ({ client, ada }) => {
  const { status, headers, body } = await client.get("/.well-known/jwks.json");
  expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=300"]);
  for (const key of body.keys)
    expect(key).toEqual({
      kty: "OKP",
      crv: "Ed25519",
      alg: "Ed25519",
      use: "sig",
      kid: expect.any(String),
      x: expect.stringMatching(/^[\w-]{43}$/),
    });
  const keys = createLocalJWKSet({ keys: body.keys });
  const { payload } = await jwtVerify(ada.accessToken, keys, { issuer: PUBLIC_URL, typ: "at+jwt" });
  expect(payload.sub).toBe(ada.id);
});

test("shows the mailbox in development only", async ({ newGateway }) => {
  const production = await newGateway({ production: true });
  const away = await production.send("GET", "/mailbox");
  expect([away.status, away.body.code]).toEqual([404, "route_not_found"]);
});

describe("an account", () => {
  test("is shown, and gets another name", async ({ ada }) => {
    const { body } = await ada.send("GET", "/user");
    expect(body.user).toEqual({
      id: ada.id,
      name: "Ada",
      email: ada.email,
      createdAt: expect.stringMatching(/Z$/),
    });
    const key = { "idempotency-key": newId() };
    const rename = () => ada.send("PATCH", "/user/update", { name: "Ada King" }, key);
    const [renamed, again] = [await rename(), await rename()];
    expect(renamed.body).toMatchObject({
      message: "Account updated successfully",
      user: { name: "Ada King" },
    });
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, null]);
  });

  test("gets another password only with the current one", async ({ ada }) => {
    const change = (body: object) => ada.send("PATCH", "/user/update", body);
    const alone = await change({ password: NEXT });
    expect([alone.status, alone.body.errors]).toEqual([
      400,
      [{ pointer: "/currentPassword", detail: "is required" }],
    ]);
    expect((await change({ currentPassword: NEXT })).status).toBe(400);
    const wrong = await change({ password: NEXT, currentPassword: "wrong" });
    expect([wrong.status, wrong.body.code]).toEqual([401, "credentials_invalid"]);
    const weak = await change({ password: "short", currentPassword: PASSWORD });
    expect(weak.body.errors).toMatchObject([{ pointer: "/password" }]);
    expect((await change({ password: NEXT, currentPassword: PASSWORD })).status).toBe(200);
  });

  test("lists its sessions, and ends one everywhere", async ({ client, ada, newPerson }) => {
    const other = await signIn(client.url, ada);
    const { sessions } = (await ada.send("GET", "/user/sessions")).body;
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ current }) => current)).toMatchObject([
      { id: ada.sessionId, kind: "browser" },
    ]);
    const revoke = (id = "") => ada.send("PATCH", `/user/sessions/${id}/revoke`);
    for (const id of [(await newPerson()).sessionId, newId(), "none"]) {
      const { status, body } = await revoke(id);
      expect([status, body.code]).toEqual([404, "session_not_found"]);
    }
    expect((await client.get("/user", bearer(other))).status).toBe(200);
    const ended = await revoke(sessions.find(({ current }) => !current)?.id);
    expect([ended.status, ended.body.message]).toEqual([200, "Session ended successfully"]);
    await expect.poll(async () => (await client.get("/user", bearer(other))).status).toBe(401);
    expect((await ada.send("GET", "/user")).status).toBe(200);
  });
});
