import { newId } from "@tms/kit/values/ids";
import { Role } from "@tms/proto/tms/game/v1/member";
import { apiOf, type Answer } from "../harness/api.ts";
import { callAs } from "../harness/people.ts";
import type { Team } from "../world/callers.ts";
import { describe, expect, test as base } from "../world/test.ts";

const ALL = ["read", "tournaments:write", "entries:write", "wallets:write", "webhooks:write"];
const WITHOUT_WALLETS = ALL.filter((scope) => scope !== "wallets:write");

/** `team` is a game of the test's own. `apiWith` calls the API with a secret, `send` acts as its owner. */
const test = base
  .extend("team", async ({ newTeam }) => await newTeam())
  .extend("send", async ({ team }) => team.owner.in(team.live))
  .extend(
    "apiWith",
    async ({ live, team }) =>
      (secret: string | null) =>
        apiOf(live.gateway.url, { gameId: team.live, apiKey: secret ?? "" }),
  );

const created = async ({ owner, live }: Team, body: object = {}) =>
  (await owner.in(live)("POST", "/key/create", { name: "Server", ...body })).body;
const outcome = ({ status, body }: Answer) => [status, body.code];

describe("a new key", () => {
  test("works at once, and its secret is shown once", async ({ team, send, apiWith }) => {
    const header = { "idempotency-key": newId() };
    const create = (name: string) => send("POST", "/key/create", { name }, header);
    const { status, body } = await create("Server");
    expect([status, body.message]).toEqual([201, "API key created successfully"]);
    const { key, secret } = body;
    expect(secret).toMatch(/^tms_live_[0-9A-Za-z]{49}$/);
    expect(key).toMatchObject({ name: "Server", state: "active", scopes: ALL, ipRanges: [] });
    expect(secret?.startsWith(key.hint)).toBe(true);
    expect((await apiWith(secret).get("/account")).body.account.game).toBe(team.live);
    const repeat = await create("Server");
    expect([repeat.status, repeat.body.key.id, repeat.body.secret]).toEqual([201, key.id, null]);
    expect(repeat.headers.has("idempotency-replayed")).toBe(false);
    expect(outcome(await create("Another"))).toEqual([422, "idempotency_key_reused"]);
    const { text } = await send("GET", "/key");
    expect(text).not.toContain(secret);
    expect(text).toContain(key.id);
  });

  test.for([
    ["no name", { name: "" }, "/name"],
    ["a scope of people", { scopes: ["keys:write"] }, "/scopes/0"],
    ["no scope", { scopes: [] }, "/scopes"],
    ["a scope twice", { scopes: ["read", "read"] }, "/scopes"],
    ["an end in the past", { expiresAt: "2001-01-01T00:00:00Z" }, "/expiresAt"],
  ] as const)("is refused with %s", async ([, part, pointer], { send }) => {
    const { status, body } = await send("POST", "/key/create", { name: "Server", ...part });
    expect([status, body.errors.map((error) => error.pointer)]).toEqual([400, [pointer]]);
  });
});

describe("a key", () => {
  test("is changed, and revoked for good", async ({ team, send }) => {
    const { key } = await created(team);
    const change = { name: "Other", scopes: ["read", "entries:write"], ipRanges: ["10.0.0.0/8"] };
    const changed = await send("PATCH", `/key/${key.id}/update`, change);
    expect([changed.status, changed.body.key]).toEqual([200, { ...key, ...change }]);
    const revoked = await send("PATCH", `/key/${key.id.toUpperCase()}/revoke`);
    expect([revoked.status, revoked.body.key.state]).toEqual([200, "revoked"]);
    const late = await send("PATCH", `/key/${key.id}/update`, change);
    expect(outcome(late)).toEqual([409, "api_key_ended"]);
  });

  test("works from its networks alone, and shows its last use", async ({ team, send, live }) => {
    const settings = { scopes: ["read"], ipRanges: ["203.0.113.9/24"] };
    const { key, secret } = await created(team, settings);
    expect(key).toMatchObject({ ipRanges: ["203.0.113.0/24"], lastUsedAt: null });
    const from = (address: string) =>
      callAs(live.gateway.url, ["GET", "/account"], undefined, {
        "x-api-key": secret ?? "",
        "x-forwarded-for": address,
      });
    expect(outcome(await from("203.0.114.7"))).toEqual([403, "address_not_allowed"]);
    expect((await from("203.0.113.7")).status).toBe(200);
    const used = async () => (await send("GET", "/key")).body.keys[0];
    await expect.poll(async () => (await used())?.lastUsedAt).toMatch(/:00\.000Z$/);
    expect((await used())?.lastUsedAddress).toBe("203.0.113.7");
    await send("PATCH", `/key/${key.id}/update`, { ipRanges: ["198.51.100.0/24"] });
    await expect.poll(async () => (await from("203.0.113.7")).status).toBe(403);
  });
});

describe("a developer", () => {
  test("gives live keys no scope that the role lacks", async ({ team, apiWith }) => {
    const developer = await team.member(Role.DEVELOPER);
    const create = (gameId: string, body: object) =>
      developer.in(gameId)("POST", "/key/create", { name: "Mine", ...body });
    const plain = (await create(team.live, {})).body;
    expect(plain.key.scopes).toEqual(WITHOUT_WALLETS);
    const deposit = await apiWith(plain.secret).post("/wallet/ada/deposit", { amount: 1 });
    expect(outcome(deposit)).toEqual([403, "scope_missing"]);
    const wanted = { scopes: ["wallets:write"] };
    const { key: poor } = await created(team, { scopes: ["read"] });
    for (const answer of [
      await create(team.live, wanted),
      await developer.in(team.live)("PATCH", `/key/${poor.id}/update`, wanted),
    ])
      expect(outcome(answer)).toEqual([403, "scope_missing"]);
    expect((await create(team.testing, {})).body.key.scopes).toEqual(ALL);
    expect((await create(team.testing, wanted)).body.key.scopes).toEqual(["read", "wallets:write"]);
  });

  test("revokes a live key with more scopes, but gets no secret of it", async ({ team }) => {
    const send = (await team.member(Role.DEVELOPER)).in(team.live);
    const { key } = await created(team);
    for (const answer of [
      await send("POST", `/key/${key.id}/roll`, {}),
      await send("PATCH", `/key/${key.id}/update`, { ipRanges: [] }),
    ]) {
      expect(outcome(answer)).toEqual([403, "scope_missing"]);
      expect(answer.body.detail).toContain("wallets:write");
    }
    expect((await send("PATCH", `/key/${key.id}/revoke`)).body.key.state).toBe("revoked");
  });
});
