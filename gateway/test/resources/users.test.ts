import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RIGHT, type FakePerson } from "../support/fake-identity.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
let ada: FakePerson;
beforeAll(async () => {
  gateway = await startGateway();
  ada = await gateway.fakes.identity.add();
});
afterAll(() => gateway.close());

const call = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
  gateway.raw(method, path, body === undefined ? undefined : JSON.stringify(body), {
    authorization: `Bearer ${ada.accessToken}`,
    ...(body !== undefined && { "content-type": "application/json" }),
    ...more,
  });

test("shows one's own account, and changes its name", async () => {
  const { status, body } = await call("GET", "/user");
  expect(status).toBe(200);
  expect(body.user).toEqual({
    id: ada.userId,
    name: "Ada",
    email: ada.email,
    createdAt: expect.stringMatching(/Z$/),
  });
  const renamed = await call("PATCH", "/user/update", { name: "Ada King" });
  expect(renamed.body).toMatchObject({
    message: "Account updated successfully",
    user: { name: "Ada King" },
  });
});

test("changes the password only with the present one", async () => {
  const next = "orange-tulip-harbour-7";
  const change = (body: object) => call("PATCH", "/user/update", body);
  const alone = await change({ password: next });
  expect([alone.status, alone.body.errors]).toEqual([
    400,
    [{ pointer: "/currentPassword", detail: "is required" }],
  ]);
  expect((await change({ currentPassword: next })).status).toBe(400);
  const wrong = await change({ password: next, currentPassword: "wrong" });
  expect([wrong.status, wrong.body.code]).toEqual([401, "credentials_invalid"]);
  const weak = await change({ password: "short", currentPassword: RIGHT.password });
  expect(weak.body.errors).toEqual([{ pointer: "/password", detail: "is too short" }]);
  expect((await change({ password: next, currentPassword: RIGHT.password })).status).toBe(200);
});

test("an Idempotency-Key of a change of password is kept nowhere but at identity", async () => {
  const key = { "idempotency-key": newId() };
  const first = await call("PATCH", "/user/update", { name: "Ada" }, key);
  const second = await call("PATCH", "/user/update", { name: "Ada" }, key);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.headers.get("idempotency-replayed")).toBeNull();
});

test("lists one's sessions, says which is this one, and ends one of them", async () => {
  const bob = await gateway.fakes.identity.add();
  const { body } = await call("GET", "/user/sessions");
  expect(body.sessions).toEqual([
    expect.objectContaining({ id: ada.sessionId, kind: "browser", current: true }),
  ]);
  const revoke = (id: string) => call("PATCH", `/user/sessions/${id}/revoke`);
  for (const id of [bob.sessionId, newId(), "none"]) {
    const { status, body: problem } = await revoke(id);
    expect([status, problem.code]).toEqual([404, "session_not_found"]);
  }
  const ended = await revoke(ada.sessionId);
  expect(ended.body).toMatchObject({
    message: "Session ended successfully",
    session: { id: ada.sessionId },
  });
});

test("a person whose account is gone has a token that is good for nothing", async () => {
  const exp = Math.floor(Date.now() / 1_000) + 600;
  const token = await gateway.fakes.identity.sign({ sub: newId(), sid: newId(), exp });
  const { status, body } = await call("GET", "/user", undefined, {
    authorization: `Bearer ${token}`,
  });
  expect([status, body.code]).toEqual([401, "token_invalid"]);
});
