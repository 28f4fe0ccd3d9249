import { newId } from "@tms/kit/values/ids";
import { KeyScope } from "@tms/proto/tms/game/v1/game";
import { Role } from "@tms/proto/tms/game/v1/member";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMemoryRequestStore } from "../../src/request-log/memory-store.ts";
import type { RequestJson } from "../../src/resources/requests/schemas.ts";
import type { RequestStore } from "../../src/request-log/store.ts";
import { newTournament, startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

type Headers = Record<string, string>;

/** The record of a request, once there is one. */
async function recorded(requestId: string, headers: Headers = {}): Promise<RequestJson> {
  const read = async () => {
    const { body } = await gateway.send("GET", `/request/${requestId}`, undefined, headers);
    return body.request;
  };
  await expect.poll(read).toBeDefined();
  return await read();
}

const idOf = ({ headers }: { headers: globalThis.Headers }) => headers.get("x-request-id") ?? "";
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe("a request is recorded", () => {
  test("with what was asked, by whom, and how it was answered", async () => {
    const key = newId();
    const body = { handle: "ada" };
    const made = await gateway.send("POST", "/gamer/create", body, { "idempotency-key": key });
    expect(await recorded(idOf(made))).toEqual({
      requestId: idOf(made),
      at: expect.stringMatching(ISO),
      method: "POST",
      path: "/gamer/create",
      status: 201,
      durationMs: expect.any(Number),
      caller: { type: "api_key", id: expect.any(String) },
      address: "127.0.0.1",
      code: null,
      detail: null,
      errors: [],
      body: '{"handle":"ada"}',
      idempotencyKey: key,
      replayed: false,
    });
    const repeat = await gateway.send("POST", "/gamer/create", body, { "idempotency-key": key });
    expect(await recorded(idOf(repeat))).toMatchObject({ status: 201, replayed: true });
  });

  test("with the problem that it was refused for, and without a body when it is no JSON", async () => {
    const missing = await gateway.send("GET", `/tournament/${newId()}?x=1`);
    const record = await recorded(idOf(missing));
    expect(record).toMatchObject({ status: 400, code: "invalid_argument", body: null });
    expect(record.path).toContain("?x=1");
    expect(record.detail).toBe(missing.body.detail);
    expect(record.errors).toEqual(missing.body.errors);
    const broken = await gateway.raw("POST", "/gamer/create", '{"password": "hunter2', {
      "x-api-key": gateway.key,
      "content-type": "application/json",
    });
    expect(await recorded(idOf(broken))).toMatchObject({ code: "invalid_json", body: null });
  });

  test("when the scope is missing, of a key as of a person", async () => {
    const { key } = gateway.fakes.games.add(undefined, { scopes: [KeyScope.READ] });
    const byKey = { "x-api-key": key };
    const keyed = await gateway.send("POST", "/gamer/create", {}, byKey);
    expect(await recorded(idOf(keyed), byKey)).toMatchObject({
      status: 403,
      code: "scope_missing",
    });
    const bob = await gateway.fakes.identity.add();
    gateway.fakes.members.add(bob.userId, gateway.game, Role.VIEWER);
    const headers = {
      authorization: `Bearer ${bob.accessToken}`,
      "x-game-id": gateway.game.id,
      "content-type": "application/json",
    };
    const refused = await gateway.raw("POST", "/gamer/create", "{}", headers);
    expect(await recorded(idOf(refused))).toMatchObject({
      code: "scope_missing",
      caller: { type: "user", id: bob.userId },
    });
  });
});

test("what acts in no environment, a stranger's tries, and reading the log are not recorded", async () => {
  const ada = await gateway.fakes.identity.add();
  const bearer = { authorization: `Bearer ${ada.accessToken}` };
  const answers = [
    await gateway.raw("GET", "/user", undefined, bearer),
    await gateway.raw("GET", "/account", undefined, { ...bearer, "x-game-id": gateway.game.id }),
    await gateway.raw("GET", "/account", undefined, { "x-api-key": "tms_test_wrong" }),
    await gateway.raw("GET", "/nowhere"),
    await gateway.send("GET", "/request"),
  ];
  await recorded(idOf(await gateway.send("GET", "/account")));
  for (const answer of answers) {
    const { status, body } = await gateway.send("GET", `/request/${idOf(answer)}`);
    expect([status, body.code]).toEqual([404, "request_not_found"]);
  }
});

test("an environment sees its own requests alone", async () => {
  const other = gateway.fakes.games.add();
  const asOther = { "x-api-key": other.key };
  const own = await gateway.send("GET", "/account");
  const theirs = await gateway.send("GET", "/account", undefined, asOther);
  await recorded(idOf(own));
  await recorded(idOf(theirs), asOther);
  expect((await gateway.send("GET", `/request/${idOf(theirs)}`)).status).toBe(404);
  const { requests } = (await gateway.send("GET", "/request?limit=100", undefined, asOther)).body;
  expect(requests.map(({ requestId }) => requestId)).toEqual([idOf(theirs)]);
});

test("nothing secret is in the log, wherever it was put", async () => {
  const store = createMemoryRequestStore();
  const own = await startGateway({ requests: store });
  const ada = await own.fakes.identity.add();
  own.fakes.members.add(ada.userId, own.game, Role.OWNER);
  const SECRETS = [own.key, ada.accessToken, ada.refreshToken, "hunter2"];
  try {
    for (const secret of SECRETS) {
      const body = { handle: "x", password: "hunter2", deep: [{ apiToken: { a: "hunter2" } }] };
      await own.send("POST", "/gamer/create", { ...body, mySecret: secret });
      if (secret === "hunter2") continue;
      await own.send("POST", "/gamer/create", { handle: "x", note: `is ${secret}.` });
      await own.send("GET", `/gamer/${secret}?key=${secret}`, undefined);
      await own.send("GET", "/account", undefined, { "x-request-id": secret.slice(0, 128) });
      await own.send(
        "POST",
        "/gamer/create",
        { handle: "y" },
        { "idempotency-key": secret.slice(0, 255) },
      );
    }
    await own.send("GET", "/account?password=hunter2&myToken=hunter2");
    const authorization = { authorization: `Bearer ${ada.accessToken}`, "x-game-id": own.game.id };
    await own.raw("GET", "/account", undefined, authorization);
    const requests = async () => (await own.send("GET", "/request?limit=100")).body.requests;
    await expect.poll(requests).toHaveLength(4 + 3 * 4 + 2);
    const text = JSON.stringify(await requests());
    for (const secret of SECRETS) expect(text).not.toContain(secret);
    expect(text).toContain("[struck out]");
  } finally {
    await own.close();
  }
});

test("a long body is cut after 4 KiB", async () => {
  const path = `/tournament/${newId()}/eliminate`;
  const gamers = Array.from({ length: 900 }, (_, n) => `gämer-${n}`);
  const { body } = await recorded(idOf(await gateway.send("PATCH", path, { gamers })));
  expect(Buffer.byteLength(body ?? "")).toBeGreaterThan(4_090);
  expect(Buffer.byteLength(body ?? "")).toBeLessThanOrEqual(4_096);
  expect(body).toMatch(/^\{"gamers":\["gämer-0","gämer-1",/);
});

test.each(["fails", "hangs"])("requests go on as ever while the store %s", async (way) => {
  const { promise: hanging, resolve: release } = Promise.withResolvers<void>();
  const away: RequestStore = {
    append: () => (way === "fails" ? Promise.reject(new Error("away")) : hanging),
    read: async () => [],
    find: async () => undefined,
  };
  const own = await startGateway({ requests: away });
  for (let n = 0; n < 20; n++) {
    const made = await own.send("POST", "/tournament/create", newTournament(own.game));
    expect(made.status).toBe(201);
  }
  release();
  await own.close();
});

test("what comes while the store is slow is recorded, though nothing comes after it", async () => {
  const [begun, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const recordedIds: string[] = [];
  const slow: RequestStore = {
    async append(entries) {
      begun.resolve();
      await written.promise;
      recordedIds.push(...entries.map(({ record }) => record.requestId));
    },
    read: async () => [],
    find: async () => undefined,
  };
  const own = await startGateway({ requests: slow });
  try {
    const first = await own.send("GET", "/tournament");
    await begun.promise;
    const last = await own.send("GET", "/tournament");
    written.resolve();
    await expect.poll(() => recordedIds).toEqual([idOf(first), idOf(last)]);
  } finally {
    await own.close();
  }
});

test("few requests are looked for at once, and none waits behind too many", async () => {
  const released = Promise.withResolvers<void>();
  const [many, atOnce, waiting] = [80, 2, 64];
  let [looking, most] = [0, 0];
  const slow: RequestStore = {
    append: async () => undefined,
    read: async () => [],
    async find() {
      most = Math.max(most, ++looking);
      await released.promise;
      looking--;
      return undefined;
    },
  };
  const own = await startGateway({ requests: slow });
  try {
    const statuses: number[] = [];
    const asked = Array.from({ length: many }, async () => {
      const { status, body } = await own.send("GET", `/request/${newId()}`);
      statuses.push(status);
      expect(body.code).toBe(status === 503 ? "overloaded" : "request_not_found");
    });
    await expect.poll(() => statuses).toHaveLength(many - atOnce - waiting);
    expect(new Set(statuses)).toEqual(new Set([503]));
    released.resolve();
    await Promise.all(asked);
    expect(statuses.filter((status) => status === 404)).toHaveLength(atOnce + waiting);
    expect(most).toBe(atOnce);
  } finally {
    released.resolve();
    await own.close();
  }
});
