import { expect, inject, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { until } from "@tms/stack/until";
import { apiOf } from "../harness/api.ts";
import { callAs } from "../harness/people.ts";
import { gameOf, newCaller, newMember, type Caller } from "../harness/team.ts";
import { published, settled } from "../harness/tournament.ts";
import { joined } from "../harness/gamers.ts";

const gatewayUrl = inject("baseUrl");
const SOON = { timeoutMs: 60_000, everyMs: 250 };

const apiWith = (gameId: string, apiKey: string | null) =>
  apiOf(gatewayUrl, { gameId, apiKey: apiKey ?? "" });
const refused = (gameId: string, apiKey: string | null, what: string) =>
  until(async () => (await apiWith(gameId, apiKey).get("/account")).status === 401, {
    ...SOON,
    what,
  });

async function ownGame(): Promise<{ owner: Caller; live: string; trial: string; id: string }> {
  const owner = await newCaller(gatewayUrl);
  const { id, environments } = await gameOf(owner);
  return { id, owner, live: environments.live.id, trial: environments.test.id };
}

test("a person makes a game and a key, plays a tournament with it, rolls it and revokes it", async () => {
  const { owner, live } = await ownGame();
  const send = owner.in(live);
  const { body: made } = await send("POST", "/key/create", { name: "Server" });
  expect(made.secret).toMatch(/^tms_live_[0-9A-Za-z]{49}$/);

  const api = apiWith(live, made.secret);
  const path = await published(api, { entryFee: 1 });
  await joined(api, path, "ada", "bob");
  expect((await api.patch(`${path}/complete`)).status).toBe(200);
  expect((await settled(api, path)).state).toBe("done");

  const { body: rolled } = await send("POST", `/key/${made.key.id}/roll`, { graceSeconds: 3_600 });
  expect([rolled.key.replaces, rolled.previous.state]).toEqual([made.key.id, "rolling"]);
  for (const secret of [made.secret, rolled.secret])
    expect((await apiWith(live, secret).get(path)).status).toBe(200);

  for (const { id } of [rolled.key, rolled.previous])
    expect((await send("PATCH", `/key/${id}/revoke`)).body.key.state).toBe("revoked");
  await refused(live, made.secret, "the end of the old key");
  await refused(live, rolled.secret, "the end of the new key");
});

test("refuses a key that was rolled without grace", async () => {
  const { owner, trial } = await ownGame();
  const { body } = await owner.in(trial)("POST", "/key/create", { name: "Server" });
  expect((await apiWith(trial, body.secret).get("/account")).status).toBe(200);
  const rolled = await owner.in(trial)("POST", `/key/${body.key.id}/roll`, { graceSeconds: 0 });
  expect(rolled.body.secret).toMatch(/^tms_test_/);
  await refused(trial, body.secret, "the end of the rolled key");
  expect((await apiWith(trial, rolled.body.secret).get("/account")).status).toBe(200);
});

test("a secret is shown once, whatever is repeated, and lies in no list", async () => {
  const { owner, live } = await ownGame();
  const send = owner.in(live);
  const header = { "idempotency-key": newId() };
  const first = await send("POST", "/key/create", { name: "Server" }, header);
  const again = await send("POST", "/key/create", { name: "Server" }, header);
  expect([again.status, again.body.key.id, again.body.secret]).toEqual([
    201,
    first.body.key.id,
    null,
  ]);
  const other = await send("POST", "/key/create", { name: "Another" }, header);
  expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
  const listed = await send("GET", "/key");
  expect(listed.body.keys.map(({ id }) => id)).toEqual([first.body.key.id]);
  expect(JSON.stringify(listed.body)).not.toContain(first.body.secret);
});

test("a key says when and from where it was last used, and works from its networks alone", async () => {
  const { owner, live } = await ownGame();
  const send = owner.in(live);
  const { body } = await send("POST", "/key/create", {
    name: "Server",
    scopes: ["read"],
    ipRanges: ["203.0.113.9/24"],
  });
  expect(body.key).toMatchObject({ ipRanges: ["203.0.113.0/24"], lastUsedAt: null });
  const from = (address: string) =>
    callAs(gatewayUrl, ["GET", "/account"], undefined, {
      "x-api-key": body.secret ?? "",
      "x-forwarded-for": address,
    });
  const outside = await from("203.0.114.7");
  expect([outside.status, outside.body.code]).toEqual([403, "address_not_allowed"]);
  expect((await from("203.0.113.7")).status).toBe(200);
  const used = await until(
    async () => {
      const [key] = (await send("GET", "/key")).body.keys;
      return key?.lastUsedAt ? key : undefined;
    },
    { ...SOON, what: "the note of the key's use" },
  );
  expect(used.lastUsedAddress).toBe("203.0.113.7");
  expect(used.lastUsedAt).toMatch(/:00\.000Z$/);

  await send("PATCH", `/key/${body.key.id}/update`, { ipRanges: ["198.51.100.0/24"] });
  await until(async () => (await from("203.0.113.7")).status === 403, {
    ...SOON,
    what: "the key's new networks",
  });
});

test("a developer gives no live key wallets:write, and gets no secret that has it", async () => {
  const { owner, live, trial, id } = await ownGame();
  const developer = await newMember(gatewayUrl, owner, { id }, "developer");
  const { body: rich } = await owner.in(live)("POST", "/key/create", { name: "Owner's" });
  const wanted = { name: "Mine", scopes: ["wallets:write"] };
  for (const answer of [
    await developer.in(live)("POST", "/key/create", wanted),
    await developer.in(live)("POST", `/key/${rich.key.id}/roll`),
    await developer.in(live)("PATCH", `/key/${rich.key.id}/update`, { ipRanges: [] }),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([403, "scope_missing"]);
    expect(answer.body.detail).toContain("wallets:write");
  }
  const { body: plain } = await developer.in(live)("POST", "/key/create", { name: "Mine" });
  expect(plain.key.scopes).not.toContain("wallets:write");
  const deposit = await apiWith(live, plain.secret).post("/wallet/ada/deposit", { amount: 1 });
  expect([deposit.status, deposit.body.code]).toEqual([403, "scope_missing"]);
  const inTest = await developer.in(trial)("POST", "/key/create", wanted);
  expect([inTest.status, inTest.body.key.scopes]).toEqual([201, ["read", "wallets:write"]]);
});

test("another game's person or key finds neither the game, its members nor its keys", async () => {
  const [{ owner, live, id }, other] = [await ownGame(), await ownGame()];
  const { body: made } = await owner.in(live)("POST", "/key/create", { name: "Server" });
  const keyPath = `/key/${made.key.id}`;
  const eve = other.owner;
  const named = [
    await eve.send("GET", `/game/${id}`),
    await eve.send("GET", `/game/${id}/members`),
    await eve.send("PATCH", `/game/${id}/update`, { name: "Mine" }),
    await eve.send("POST", `/game/${id}/test/reset`, { name: "Star Race" }),
    await eve.send("PATCH", `/game/${id}/members/${owner.id}/remove`),
    await eve.send("PATCH", `/game/${id}/members/${eve.id}/remove`),
    await eve.in(live)("GET", "/key"),
    await eve.in(live)("PATCH", `${keyPath}/revoke`),
  ];
  for (const { status, body } of named)
    expect([status, body.code]).toEqual([404, "game_not_found"]);
  const ofOwn = [
    await eve.in(other.live)("PATCH", `${keyPath}/revoke`),
    await eve.in(other.live)("POST", `${keyPath}/roll`),
    await eve.in(other.live)("PATCH", `${keyPath}/update`, { name: "Mine" }),
  ];
  for (const { status, body } of ofOwn)
    expect([status, body.code]).toEqual([404, "api_key_not_found"]);
  expect((await eve.send("GET", "/game")).body.games.map((game) => game.id)).toEqual([other.id]);
  expect((await apiWith(live, made.secret).get("/account")).status).toBe(200);
});
