import { newId } from "@tms/kit/values/ids";
import { Role } from "@tms/proto/tms/game/v1/member";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { FakeIdentity, FakePerson } from "../support/fake-identity.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
let ada: FakePerson;
beforeAll(async () => {
  gateway = await startGateway();
  ada = await gateway.fakes.identity.add();
  gateway.fakes.members.add(ada.userId, gateway.game, Role.OWNER);
});
afterAll(() => gateway.close());

const as = (token: string, more: Record<string, string> = {}) => ({
  authorization: `Bearer ${token}`,
  ...more,
});
const inGame = () => ({ "x-game-id": gateway.game.id });
const get = (path: string, headers: Record<string, string>) =>
  gateway.raw("GET", path, undefined, headers);

describe("a token is refused with 401", () => {
  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;
  const claims = (more: object = {}) => ({
    sub: ada.userId,
    sid: ada.sessionId,
    exp: inSeconds(600),
    ...more,
  });
  const sign: FakeIdentity["sign"] = (...given) => gateway.fakes.identity.sign(...given);

  test.each<[string, () => Promise<string> | string]>([
    ["no token at all", () => "abc"],
    ["unsigned", () => unsigned(claims())],
    ["of another type", () => sign(claims(), { typ: "JWT" })],
    ["of another issuer", () => sign(claims({ iss: "https://evil.example" }))],
    ["for somebody else", () => sign(claims({ aud: "https://other.example" }))],
    ["that expired", () => sign(claims({ exp: inSeconds(-6) }))],
    ["without an end", () => sign({ sub: ada.userId, sid: ada.sessionId })],
    ["without a session", () => sign({ sub: ada.userId, exp: inSeconds(600) })],
    ["of a session that is another's", () => sign(claims({ sub: newId() }))],
    ["whose key is unknown", () => sign(claims(), { kid: newId() })],
    ["that is far too long", () => "x".repeat(3_000)],
  ])("when it is one %s", async (_, make) => {
    const { status, headers, body } = await get("/tournament", as(await make(), inGame()));
    expect([status, body.code]).toEqual([401, "token_invalid"]);
    expect(headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
  });

  test("but five seconds are granted to clocks that differ", async () => {
    const token = await sign(claims({ exp: inSeconds(-2) }));
    expect((await get("/tournament", as(token, inGame()))).status).toBe(200);
  });

  const unsigned = (payload: object) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    return `${part({ alg: "none", typ: "at+jwt" })}.${part(payload)}.`;
  };
});

test("made-up names of keys bring about at most a call a second", async () => {
  const exp = Math.floor(Date.now() / 1_000) + 600;
  const { identity } = gateway.fakes;
  const token = () => identity.sign({ sub: newId(), sid: newId(), exp }, { kid: newId() });
  await get("/user", as(ada.accessToken));
  gateway.fakes.calls.length = 0;
  for (let tried = 0; tried < 10; tried++) await get("/user", as(await token()));
  const asked = gateway.fakes.calls.filter(({ rpc }) => rpc === "ListSigningKeys");
  expect(asked.length).toBeLessThanOrEqual(2);
});

describe("what changed takes effect within five seconds", () => {
  // Once for all: a clock that went back between two tests would make what is kept last longer.
  beforeAll(() => {
    // The gateway has been running since before; both clocks go on where they are.
    const [now, uptime] = [Date.now(), performance.now()];
    vi.useFakeTimers({ toFake: ["Date", "performance"], now: now - uptime });
    vi.advanceTimersByTime(uptime);
  });
  afterAll(() => void vi.useRealTimers());

  test("the end of a session", async () => {
    const bob = await gateway.fakes.identity.add();
    expect((await get("/user", as(bob.accessToken))).status).toBe(200);
    gateway.fakes.identity.endSession(bob.sessionId);
    vi.advanceTimersByTime(5_001);
    const { status, body } = await get("/user", as(bob.accessToken));
    expect([status, body.code]).toEqual([401, "token_invalid"]);
  });

  test("the removal of a member", async () => {
    const bob = await gateway.fakes.identity.add();
    gateway.fakes.members.add(bob.userId, gateway.game, Role.VIEWER);
    expect((await get("/tournament", as(bob.accessToken, inGame()))).status).toBe(200);
    gateway.fakes.members.remove(bob.userId, gateway.game);
    vi.advanceTimersByTime(5_001);
    expect((await get("/tournament", as(bob.accessToken, inGame()))).status).toBe(404);
  });

  test("the replacement of the signing key, for tokens of both", async () => {
    const bob = await gateway.fakes.identity.add();
    expect((await get("/user", as(bob.accessToken))).status).toBe(200);
    gateway.fakes.identity.replaceKey();
    vi.advanceTimersByTime(5_001);
    const renewed = await gateway.fakes.identity.add();
    expect((await get("/user", as(renewed.accessToken))).status).toBe(200);
    expect((await get("/user", as(bob.accessToken))).status).toBe(401);
  });
});
