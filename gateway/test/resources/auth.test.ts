import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RIGHT } from "../support/fake-identity.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import { PUBLIC_URL } from "../support/public-url.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const json = { "content-type": "application/json" };
const OURS = { "sec-fetch-site": "same-origin", origin: PUBLIC_URL };
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  gateway.raw("POST", path, JSON.stringify(body), { ...json, ...headers });
const credentials = { email: "ada@example.com", password: RIGHT.password };
const person = { name: "Ada", ...credentials };

const POSTS = [
  ["/auth/sign-up", person],
  ["/auth/verify", { email: credentials.email, code: RIGHT.code }],
  ["/auth/sign-in", credentials],
  ["/auth/refresh", {}],
  ["/auth/sign-out", {}],
  ["/auth/password/forgot", { email: credentials.email }],
  ["/auth/password/reset", { token: RIGHT.token, password: RIGHT.password }],
  ["/auth/device", {}],
  ["/auth/token", { deviceCode: "approved" }],
] as const;

/** Undici would refuse to send these as an ordinary fetch does. */
const cookieOf = (headers: Headers) => headers.getSetCookie()[0] ?? "";

describe("a browser", () => {
  test("gets its refresh token in a cookie that no script can read, and nowhere else", async () => {
    const { status, headers, text, body } = await post("/auth/sign-in", credentials, OURS);
    expect(status).toBe(200);
    expect(body).toEqual({
      message: "Signed in successfully",
      accessToken: expect.stringMatching(/^ey/),
      expiresAt: expect.stringMatching(/Z$/),
      user: expect.objectContaining({ email: credentials.email }),
    });
    expect(text).not.toContain("tmsr_");
    const [pair = "", ...attributes] = cookieOf(headers).split("; ");
    expect(pair).toMatch(/^__Host-tms_session=tmsr_/);
    expect(attributes.toSorted()).toEqual([
      "HttpOnly",
      "Max-Age=1209600",
      "Path=/",
      "SameSite=Strict",
      "Secure",
    ]);
  });

  test("refreshes and signs out by the cookie alone", async () => {
    const signedIn = await post("/auth/sign-in", credentials, OURS);
    const [cookie = ""] = cookieOf(signedIn.headers).split(";");
    const refreshed = await post("/auth/refresh", {}, { ...OURS, cookie });
    expect(refreshed.status).toBe(200);
    const [next = ""] = cookieOf(refreshed.headers).split(";");
    expect(next).not.toBe(cookie);
    const out = await post("/auth/sign-out", {}, { ...OURS, cookie: next });
    expect(out.status).toBe(200);
    expect(cookieOf(out.headers)).toMatch(/^__Host-tms_session=; Max-Age=0;/);
    const after = await post("/auth/refresh", {}, { ...OURS, cookie: next });
    expect([after.status, after.body.code]).toEqual([401, "session_ended"]);
    expect(cookieOf(after.headers)).toMatch(/Max-Age=0/);
  });

  test("is recognised by its Origin where it sends no Sec-Fetch-Site", async () => {
    const { headers, body } = await post("/auth/sign-in", credentials, { origin: PUBLIC_URL });
    expect(cookieOf(headers)).toContain("tmsr_");
    expect(body.refreshToken).toBeUndefined();
  });

  test("does not get at a session by a token in the body", async () => {
    const { refreshToken } = (await post("/auth/sign-in", credentials)).body;
    const { status } = await post("/auth/refresh", { refreshToken }, OURS);
    expect(status).toBe(401);
  });
});

describe("a client that is no browser", () => {
  test("gets tokens in the body, and nothing by cookie", async () => {
    const signedIn = await post("/auth/sign-in", credentials);
    expect(signedIn.body.refreshToken).toMatch(/^tmsr_/);
    expect(signedIn.headers.getSetCookie()).toEqual([]);
    const { refreshToken } = signedIn.body;
    const refreshed = await post("/auth/refresh", { refreshToken });
    expect(refreshed.body.refreshToken).toMatch(/^tmsr_/);
    expect(refreshed.headers.getSetCookie()).toEqual([]);
  });

  test("is granted nothing by a cookie", async () => {
    const signedIn = await post("/auth/sign-in", credentials, OURS);
    const [cookie = ""] = cookieOf(signedIn.headers).split(";");
    const { status, body } = await post("/auth/refresh", {}, { cookie });
    expect([status, body.code]).toEqual([401, "session_ended"]);
    await post("/auth/sign-out", {}, { cookie });
    expect((await post("/auth/refresh", {}, { ...OURS, cookie })).status).toBe(200);
  });
});

describe.each(POSTS)("%s", (path, body) => {
  test.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["another port of the same host", { "sec-fetch-site": "same-site" }],
    ["nowhere, as a browser says it", { "sec-fetch-site": "none" }],
    [
      "another site that says ours in its Origin",
      { "sec-fetch-site": "cross-site", origin: PUBLIC_URL },
    ],
    ["another origin", { origin: "https://evil.example" }],
    ["an opaque origin", { origin: "null" }],
    ["another port", { origin: `${PUBLIC_URL}:8443` }],
  ])("is refused with 403 when it comes from %s", async (_, headers) => {
    gateway.fakes.calls.length = 0;
    const answer = await post(path, body, headers);
    expect([answer.status, answer.body.code]).toEqual([403, "cross_site"]);
    expect(gateway.fakes.calls).toEqual([]);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test("takes application/json only, empty or not", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", undefined])
      for (const text of [JSON.stringify(body), ""]) {
        const bytes = new Uint8Array(Buffer.from(text));
        const headers = type === undefined ? {} : { "content-type": type };
        expect((await gateway.raw("POST", path, bytes, headers)).status).toBe(415);
      }
  });

  test("answers without any header of CORS", async () => {
    const { headers } = await post(path, body, OURS);
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    const preflight = await gateway.raw("OPTIONS", path, undefined, {
      origin: "https://evil.example",
      "access-control-request-method": "POST",
    });
    expect(preflight.status).toBe(405);
  });
});

test("tells identity from where and by what a request comes", async () => {
  gateway.fakes.calls.length = 0;
  await post("/auth/sign-in", credentials, { "user-agent": "a".repeat(5_000) });
  expect(gateway.fakes.calls[0]?.request).toMatchObject({
    source: { address: "127.0.0.1", agent: "a".repeat(1_000) },
  });
});

test("what identity refuses is told as the problem that it is, with its page", async () => {
  const refusals = [
    await post("/auth/sign-up", { ...person, password: "short" }),
    await post("/auth/verify", { email: credentials.email, code: "000000" }),
    await post("/auth/sign-in", { ...credentials, password: "wrong" }),
    await post("/auth/refresh", { refreshToken: "tmsr_forged" }),
    await post("/auth/password/reset", { token: "old", password: RIGHT.password }),
    await post("/auth/token", { deviceCode: "pending" }),
    await post("/auth/token", { deviceCode: "eager" }),
    await post("/auth/token", { deviceCode: "unknown" }),
    await post("/auth/sign-up", person, { "user-agent": "impatient" }),
  ];
  expect(refusals.map(({ status, body }) => `${status} ${body.code}`)).toEqual([
    "400 password_too_weak",
    "400 code_invalid",
    "401 credentials_invalid",
    "401 session_ended",
    "400 code_invalid",
    "400 authorization_pending",
    "400 slow_down",
    "400 code_invalid",
    "429 too_many_attempts",
  ]);
  expect(refusals[0]?.body.errors).toEqual([{ pointer: "/password", detail: "is too short" }]);
  expect(refusals[6]?.headers.get("retry-after")).toBe("10");
  expect(refusals[8]?.headers.get("retry-after")).toBe("42");
});

test("an Idempotency-Key names one request to identity, and no answer is kept", async () => {
  const key = { "idempotency-key": newId() };
  gateway.fakes.calls.length = 0;
  const [first, second] = [
    await post("/auth/sign-in", credentials, key),
    await post("/auth/sign-in", credentials, key),
  ];
  expect(second.headers.get("idempotency-replayed")).toBeNull();
  expect(first.status).toBe(200);
  await post("/auth/sign-in", { ...credentials, email: "bob@example.com" }, key);
  const ids = gateway.fakes.calls.map(({ request }) => request["requestId"]);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

test("signing in looks at no credential", async () => {
  const { status } = await post("/auth/sign-in", credentials, {
    authorization: "Bearer nonsense",
    "x-api-key": "nonsense",
  });
  expect(status).toBe(200);
});

test("lists the public halves of the signing keys, to be kept for five minutes", async () => {
  const { status, headers, body } = await gateway.raw("GET", "/.well-known/jwks.json");
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("public, max-age=300");
  expect(body.keys).toEqual([
    {
      kty: "OKP",
      crv: "Ed25519",
      alg: "Ed25519",
      use: "sig",
      kid: expect.any(String),
      x: expect.stringMatching(/^[\w-]{43}$/),
    },
  ]);
});

describe("the cookie at a public URL", () => {
  test.each([
    ["http://127.0.0.1:8080", /^__Host-tms_session=.*Secure/],
    ["http://localhost:8080", /^__Host-tms_session=.*Secure/],
    ["http://[::1]:8080", /^__Host-tms_session=.*Secure/],
    ["https://tms.example", /^__Host-tms_session=.*Secure/],
    ["http://tms.internal", /^tms_session=(?!.*Secure)/],
  ])("%s", async (publicUrl, expected) => {
    const own = await startGateway({ publicUrl });
    const headers = { ...json, origin: new URL(publicUrl).origin };
    const { headers: answered } = await own.raw(
      "POST",
      "/auth/sign-in",
      JSON.stringify(credentials),
      headers,
    );
    await own.close();
    expect(cookieOf(answered)).toMatch(expected);
  });
});

test("the mailbox is there in development, and not in production", async () => {
  const { status, body } = await gateway.raw("GET", "/mailbox");
  expect([status, body.mails[0]?.text]).toEqual([200, RIGHT.code]);
  const own = await startGateway({ production: true });
  const away = await own.raw("GET", "/mailbox");
  await own.close();
  expect([away.status, away.body.code]).toEqual([404, "route_not_found"]);
});
