import { newId } from "@tms/kit/values/ids";
import { Mode, type Game } from "@tms/proto/tms/game/v1/game";
import { Role } from "@tms/proto/tms/game/v1/member";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import { signedIn, type TestPerson } from "../support/person.ts";

const ALL = ["read", "tournaments:write", "entries:write", "wallets:write", "webhooks:write"];
const WITHOUT_WALLETS = ALL.filter((scope) => scope !== "wallets:write");

let gateway: TestGateway;
let live: Game;
let owner: TestPerson["send"];
beforeAll(async () => void (gateway = await startGateway()));
afterAll(() => gateway.close());
beforeEach(async () => {
  live = gateway.fakes.games.add({ mode: Mode.LIVE }).game;
  owner = (await member(Role.OWNER)).in(live.id);
});

async function member(role: Role): Promise<TestPerson> {
  const person = await signedIn(gateway);
  gateway.fakes.members.add(person.userId, live, role);
  return person;
}
const created = async (body: object = {}, send = owner) =>
  (await send("POST", "/key/create", { name: "Server", ...body })).body;
const refused = (reason: string, status: number) => ({ status, body: { code: reason } });

describe("a new key", () => {
  test("works at once; its secret is shown once", async () => {
    const header = { "idempotency-key": newId() };
    const first = await owner("POST", "/key/create", { name: "Server" }, header);
    expect(first.status).toBe(201);
    const { key, secret, message } = first.body;
    expect(message).toBe("API key created successfully");
    expect(key).toMatchObject({ name: "Server", state: "active", scopes: ALL, ipRanges: [] });
    expect(secret?.startsWith(key.hint)).toBe(true);
    const used = await gateway.send("GET", "/account", undefined, { "x-api-key": secret ?? "" });
    expect(used.body.account.game).toBe(live.id);

    const repeat = await owner("POST", "/key/create", { name: "Server" }, header);
    expect([repeat.status, repeat.body.key.id, repeat.body.secret]).toEqual([201, key.id, null]);
    expect(repeat.headers.has("idempotency-replayed")).toBe(false);
  });

  test("has what it was told", async () => {
    const settings = { scopes: ["read", "entries:write"], ipRanges: ["203.0.113.0/24"] };
    const expiresAt = "2040-01-01T00:00:00.000Z";
    const { key } = await created({ ...settings, expiresAt });
    expect(key).toMatchObject({ ...settings, expiresAt });
    expect((await owner("GET", "/key")).body.keys).toContainEqual(key);
  });

  test.each([
    ["no name", { name: "" }, "/name"],
    ["a scope of people", { scopes: ["keys:write"] }, "/scopes/0"],
    ["no scope at all", { scopes: [] }, "/scopes"],
    ["a scope twice", { scopes: ["read", "read"] }, "/scopes"],
    ["an end that is past", { expiresAt: "2001-01-01T00:00:00Z" }, "/expiresAt"],
  ])("is refused with %s", async (_, part, pointer) => {
    const { status, body } = await owner("POST", "/key/create", { name: "Server", ...part });
    expect([status, body.errors.map((one) => one.pointer)]).toEqual([400, [pointer]]);
  });

  test("needs an environment", async () => {
    const person = await signedIn(gateway);
    const { status, body } = await person.send("POST", "/key/create", { name: "Server" });
    expect([status, body.code]).toEqual([400, "game_required"]);
  });
});

describe("nobody gives more than they hold", () => {
  let developer: TestPerson;
  beforeEach(async () => void (developer = await member(Role.DEVELOPER)));

  test("a developer's live key cannot deposit, a test key can", async () => {
    expect((await created({}, developer.in(live.id))).key.scopes).toEqual(WITHOUT_WALLETS);
    expect((await created({}, developer.in(live.siblingId))).key.scopes).toEqual(ALL);
    const body = { name: "Server", scopes: ["wallets:write"] };
    expect(await developer.in(live.id)("POST", "/key/create", body)).toMatchObject(
      refused("scope_missing", 403),
    );
  });

  test("a developer neither rolls nor changes a live key that can, and may revoke it", async () => {
    const { key } = await created();
    const send = developer.in(live.id);
    for (const answer of [
      await send("POST", `/key/${key.id}/roll`, {}),
      await send("PATCH", `/key/${key.id}/update`, { ipRanges: [] }),
    ])
      expect(answer).toMatchObject(refused("scope_missing", 403));
    expect((await send("PATCH", `/key/${key.id}/revoke`)).body.key.state).toBe("revoked");
  });

  test("a developer gives a live key no further scope", async () => {
    const { key } = await created({ scopes: ["read"] });
    const change = { scopes: ["wallets:write"] };
    expect(await developer.in(live.id)("PATCH", `/key/${key.id}/update`, change)).toMatchObject(
      refused("scope_missing", 403),
    );
  });

  test("an API key manages no keys", async () => {
    const { secret } = await created();
    const headers = { "x-api-key": secret ?? "", "content-type": "application/json" };
    const body = JSON.stringify({ name: "Another" });
    expect(await gateway.raw("POST", "/key/create", body, headers)).toMatchObject(
      refused("person_required", 403),
    );
  });
});

describe("a key", () => {
  test("is rolled: both work until the grace is over", async () => {
    const { key } = await created();
    const header = { "idempotency-key": newId() };
    const roll = () => owner("POST", `/key/${key.id}/roll`, { graceSeconds: 3_600 }, header);
    const { status, body } = await roll();
    expect(status).toBe(201);
    expect(body.secret).toMatch(/^tms_live_/);
    expect(body.key).toMatchObject({ name: "Server", replaces: key.id, state: "active" });
    expect(body.previous).toMatchObject({
      id: key.id,
      state: "rolling",
      replacedBy: body.key.id,
      endsAt: expect.stringMatching(/Z$/),
    });
    const repeat = await roll();
    expect([repeat.body.key.id, repeat.body.secret]).toEqual([body.key.id, null]);
    expect(await owner("POST", `/key/${key.id}/roll`)).toMatchObject(
      refused("api_key_rolling", 409),
    );
    expect((await owner("POST", `/key/${body.key.id}/roll`, { graceSeconds: 5 })).status).toBe(400);
  });

  test("is changed, and revoked for good", async () => {
    const { key } = await created();
    const change = { name: "Other", scopes: ["read", "entries:write"], ipRanges: ["10.0.0.0/8"] };
    const changed = await owner("PATCH", `/key/${key.id}/update`, change);
    expect([changed.status, changed.body.key]).toEqual([200, { ...key, ...change }]);
    const revoked = await owner("PATCH", `/key/${key.id.toUpperCase()}/revoke`);
    expect([revoked.status, revoked.body.key.state]).toEqual([200, "revoked"]);
    expect(await owner("PATCH", `/key/${key.id}/update`, change)).toMatchObject(
      refused("api_key_ended", 409),
    );
  });

  test("of another environment is not found, not even of the same game", async () => {
    const { key } = await created();
    const person = await member(Role.OWNER);
    const elsewhere = gateway.fakes.games.add().game;
    gateway.fakes.members.add(person.userId, elsewhere, Role.OWNER);
    for (const gameId of [live.siblingId, elsewhere.id])
      for (const [method, path] of [
        ["PATCH", `/key/${key.id}/update`],
        ["POST", `/key/${key.id}/roll`],
        ["PATCH", `/key/${key.id}/revoke`],
        ["PATCH", "/key/nonsense/revoke"],
      ] as const)
        expect(await person.in(gameId)(method, path, {})).toMatchObject(
          refused("api_key_not_found", 404),
        );
  });
});
