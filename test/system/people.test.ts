import { createLocalJWKSet, jwtVerify } from "jose";
import { expect, inject, test } from "vitest";
import { until } from "@tms/stack/until";
import {
  bearer,
  callAs,
  codeFor,
  fromElsewhere,
  mailTo,
  newEmail,
  newPerson,
  PASSWORD,
  resetTokenFor,
  signIn,
  signUp,
} from "../harness/people.ts";

const gatewayUrl = inject("baseUrl");
const call = (path: readonly [string, string], body?: unknown, headers = {}) =>
  callAs(gatewayUrl, path, body, { ...fromElsewhere(), ...headers });
const post = (path: string, body: unknown = {}, headers = {}) =>
  call(["POST", path], body, headers);
const get = (path: string, headers = {}) => call(["GET", path], undefined, headers);

const BROWSER = { "sec-fetch-site": "same-origin", origin: gatewayUrl };
const cookieOf = (headers: Headers) => headers.getSetCookie()[0] ?? "";
const pairOf = (headers: Headers) => cookieOf(headers).split(";")[0] ?? "";

test("a person signs up, enters the code from the mailbox, and stays signed in until signing out", async () => {
  const email = await signUp(gatewayUrl);
  const code = await codeFor(gatewayUrl, email);
  const verified = await post("/auth/verify", { email, code }, BROWSER);
  expect(verified.status).toBe(200);
  expect(cookieOf(verified.headers)).toMatch(
    /^__Host-tms_session=tmsr_[\w-]+; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  const seen = await get("/user", bearer(verified.body));
  expect(seen.body.user).toMatchObject({ email, name: "Ada" });

  const refreshed = await post(
    "/auth/refresh",
    {},
    { ...BROWSER, cookie: pairOf(verified.headers) },
  );
  expect(refreshed.status).toBe(200);
  const cookie = pairOf(refreshed.headers);
  expect(cookie).not.toBe(pairOf(verified.headers));

  const { status } = await post("/auth/sign-out", {}, { ...BROWSER, cookie });
  expect(status).toBe(200);
  const after = await post("/auth/refresh", {}, { ...BROWSER, cookie });
  expect([after.status, after.body.code]).toEqual([401, "session_ended"]);
  // Every replica hears of it within five seconds.
  await until(async () => (await get("/user", bearer(refreshed.body))).status === 401, {
    timeoutMs: 60_000,
    everyMs: 250,
    what: "the end of the access token",
  });
});

test("a refresh token used twice at once gets one successor, and an older one ends the session", async () => {
  const ada = await newPerson(gatewayUrl);
  const first = { refreshToken: ada.refreshToken };
  const [one, two] = await Promise.all([
    post("/auth/refresh", first),
    post("/auth/refresh", first),
  ]);
  expect(one.body.refreshToken).toBe(two.body.refreshToken);
  const second = { refreshToken: one.body.refreshToken };
  const third = await post("/auth/refresh", second);
  expect(third.status).toBe(200);

  const reuse = await post("/auth/refresh", first);
  expect([reuse.status, reuse.body.code]).toEqual([401, "session_ended"]);
  const ended = await post("/auth/refresh", { refreshToken: third.body.refreshToken });
  expect([ended.status, ended.body.code]).toEqual([401, "session_ended"]);
  expect(await mailTo(gatewayUrl, ada.email, /was ended/)).toContain("used in two places");
});

test("a forged refresh token ends nothing", async () => {
  const ada = await newPerson(gatewayUrl);
  const forged = `${ada.refreshToken.slice(0, -4)}AAAA`;
  expect((await post("/auth/refresh", { refreshToken: forged })).status).toBe(401);
  const { refreshToken } = ada;
  expect((await post("/auth/refresh", { refreshToken })).status).toBe(200);
});

test("a page of another origin gets at no session", async () => {
  const ada = await newPerson(gatewayUrl);
  const credentials = { email: ada.email, password: PASSWORD };
  const signedIn = await post("/auth/sign-in", credentials, BROWSER);
  const cookie = pairOf(signedIn.headers);
  for (const headers of [
    { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
    { "sec-fetch-site": "same-site", origin: "http://127.0.0.1:1" },
    { origin: "http://127.0.0.1:1" },
  ]) {
    const {
      status,
      body,
      headers: answered,
    } = await post("/auth/refresh", {}, { ...headers, cookie });
    expect([status, body.code]).toEqual([403, "cross_site"]);
    expect(answered.get("access-control-allow-origin")).toBeNull();
  }
  expect((await post("/auth/refresh", {}, { cookie })).status).toBe(401);
  expect((await post("/auth/refresh", {}, { ...BROWSER, cookie })).status).toBe(200);
});

test("a new password, asked for by mail, signs in and ends every other session", async () => {
  const ada = await newPerson(gatewayUrl);
  expect((await post("/auth/password/forgot", { email: ada.email })).status).toBe(202);
  const token = await resetTokenFor(gatewayUrl, ada.email);
  const password = "orange-tulip-harbour-7";
  const reset = await post("/auth/password/reset", { token, password });
  expect(reset.status).toBe(200);
  expect((await post("/auth/refresh", { refreshToken: ada.refreshToken })).status).toBe(401);
  expect((await post("/auth/sign-in", { email: ada.email, password: PASSWORD })).status).toBe(401);
  expect((await post("/auth/sign-in", { email: ada.email, password })).status).toBe(200);
  const again = await post("/auth/password/reset", { token, password });
  expect([again.status, again.body.code]).toEqual([400, "code_invalid"]);
});

test("a command line tool is let in by the code that it shows", async () => {
  const ada = await newPerson(gatewayUrl);
  const { status, body: codes } = await post("/auth/device");
  expect(status).toBe(201);
  expect(codes.verificationUrl).toBe(`${gatewayUrl}/dashboard/device`);
  const { deviceCode, userCode } = codes;
  const pending = await post("/auth/token", { deviceCode });
  expect([pending.status, pending.body.code]).toEqual([400, "authorization_pending"]);
  const eager = await post("/auth/token", { deviceCode });
  expect([eager.status, eager.body.code]).toEqual([400, "slow_down"]);
  expect(eager.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);

  const second = (await post("/auth/device")).body;
  const wrong = await post("/auth/device/approve", { userCode: "XXXX-XXXX" }, bearer(ada));
  expect([wrong.status, wrong.body.code]).toEqual([400, "code_invalid"]);
  for (const code of [userCode, second.userCode.toLowerCase()])
    expect((await post("/auth/device/approve", { userCode: code }, bearer(ada))).status).toBe(200);
  const tokens = await post("/auth/token", { deviceCode: second.deviceCode });
  expect(tokens.status).toBe(200);
  expect(tokens.headers.getSetCookie()).toEqual([]);
  const { sessions } = (await get("/user/sessions", bearer(tokens.body))).body;
  expect(sessions.find(({ current }) => current)?.kind).toBe("cli");
});

test("refuses a session that was ended elsewhere", async () => {
  const ada = await newPerson(gatewayUrl);
  const other = await signIn(gatewayUrl, ada);
  const { sessions } = (await get("/user/sessions", bearer(ada))).body;
  expect(sessions).toHaveLength(2);
  expect((await get("/user", bearer(other))).status).toBe(200);
  const theirs = sessions.find(({ current }) => !current)?.id;
  const revoke = ["PATCH", `/user/sessions/${theirs}/revoke`] as const;
  expect((await call(revoke, {}, bearer(ada))).status).toBe(200);
  await until(async () => (await get("/user", bearer(other))).status === 401, {
    timeoutMs: 60_000,
    everyMs: 250,
    what: "the end of the session",
  });
  expect((await get("/user", bearer(ada))).status).toBe(200);
});

test("nothing in an answer tells whether an address has an account", async () => {
  const { email: known } = await newPerson(gatewayUrl);
  const unknown = newEmail();
  const bare = async (path: string, body: unknown) => {
    const { status, body: answer } = await post(path, body);
    return { ...answer, status, requestId: undefined };
  };
  for (const path of ["/auth/sign-up", "/auth/sign-in", "/auth/verify", "/auth/password/forgot"]) {
    const about = (email: string) => {
      if (path === "/auth/sign-up") return { name: "Eve", email, password: PASSWORD };
      if (path === "/auth/verify") return { email, code: "000000" };
      return path === "/auth/sign-in" ? { email, password: `${PASSWORD}!` } : { email };
    };
    expect(await bare(path, about(known))).toEqual(await bare(path, about(unknown)));
  }
});

test("the published keys verify what identity signed", async () => {
  const ada = await newPerson(gatewayUrl);
  const { body } = await get("/.well-known/jwks.json");
  const keys = createLocalJWKSet({ keys: body.keys });
  const { payload } = await jwtVerify(ada.accessToken, keys, { issuer: gatewayUrl, typ: "at+jwt" });
  expect(payload.sub).toBe(ada.id);
});
