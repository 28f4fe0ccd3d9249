import { expect, inject, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { until } from "@tms/stack/until";
import { apiOf } from "../harness/api.ts";
import type { GameBody } from "../harness/bodies.ts";
import { gameOf, invited, newCaller, newMember } from "../harness/team.ts";

const gatewayUrl = inject("baseUrl");
/** A game as it is shown, apart from what its clock shows at that moment. */
const apartFromNow = ({ environments, ...game }: GameBody) => {
  const { clock, ...testing } = environments.test;
  return { ...game, live: environments.live, testing, clock: { ...clock, now: "" } };
};
const SOON = { timeoutMs: 60_000, everyMs: 250 };

test.each(["viewer", "developer", "owner"])(
  "whoever is invited as %s and accepts has that role, in both environments",
  async (role) => {
    const owner = await newCaller(gatewayUrl);
    const game = await gameOf(owner);
    const { token, id } = await invited(gatewayUrl, owner, game, role);
    const open = (await owner.send("GET", `/game/${game.id}/members`)).body.invitations;
    expect(open).toMatchObject([{ id, role }]);

    const grace = await newCaller(gatewayUrl);
    expect((await grace.send("GET", `/game/${game.id}`)).status).toBe(404);
    const accepted = await grace.send("POST", "/invitation/accept", { token });
    expect(accepted.status).toBe(200);
    expect(apartFromNow(accepted.body.game)).toEqual(apartFromNow({ ...game, role }));
    const again = await owner.send("POST", "/invitation/accept", { token });
    expect([again.status, again.body.code]).toEqual([400, "code_invalid"]);

    const mayWrite = role === "viewer" ? 403 : 201;
    for (const { id: gameId } of Object.values(game.environments)) {
      expect((await grace.in(gameId)("GET", "/tournament")).status).toBe(200);
      const made = await grace.in(gameId)("POST", "/key/create", { name: "Mine" });
      expect(made.status).toBe(mayWrite);
    }
    const listed = (await grace.send("GET", `/game/${game.id}/members`)).body;
    expect(listed.invitations).toEqual([]);
    expect(listed.members).toMatchObject([
      { userId: owner.id, email: owner.email, role: "owner" },
      { userId: grace.id, email: grace.email, role },
    ]);
  },
);

test("an invitation that was withdrawn or replaced is good for nothing", async () => {
  const owner = await newCaller(gatewayUrl);
  const game = await gameOf(owner);
  const { id, token } = await invited(gatewayUrl, owner, game, "viewer");
  const withdraw = () => owner.send("PATCH", `/game/${game.id}/invitations/${id}/withdraw`);
  expect((await withdraw()).status).toBe(200);
  const again = await withdraw();
  expect([again.status, again.body.code]).toEqual([404, "invitation_not_found"]);
  const late = await (await newCaller(gatewayUrl)).send("POST", "/invitation/accept", { token });
  expect([late.status, late.body.code]).toEqual([400, "code_invalid"]);
});

test("a game keeps an owner: the last one can neither leave nor be lowered, until there is another", async () => {
  const owner = await newCaller(gatewayUrl);
  const game = await gameOf(owner);
  const own = `/game/${game.id}/members/${owner.id}`;
  const change = { role: "viewer" };
  for (const answer of [
    await owner.send("PATCH", `${own}/remove`),
    await owner.send("PATCH", `${own}/update`, change),
  ])
    expect([answer.status, answer.body.code]).toEqual([409, "last_owner"]);
  await newMember(gatewayUrl, owner, game, "owner");
  expect((await owner.send("PATCH", `${own}/remove`)).status).toBe(200);
  await until(async () => (await owner.send("GET", `/game/${game.id}`)).status === 404, {
    ...SOON,
    what: "the end of the membership",
  });
});

test("a viewer may leave, and remove nobody else", async () => {
  const owner = await newCaller(gatewayUrl);
  const game = await gameOf(owner);
  const grace = await newMember(gatewayUrl, owner, game, "viewer");
  const other = await grace.send("PATCH", `/game/${game.id}/members/${owner.id}/remove`);
  expect([other.status, other.body.code]).toEqual([403, "scope_missing"]);
  const left = await grace.send("PATCH", `/game/${game.id}/members/${grace.id}/remove`);
  expect([left.status, left.body.member.userId]).toEqual([200, grace.id]);
});

test("a reset gives a new, empty test environment, and ends every key of the old one", async () => {
  const owner = await newCaller(gatewayUrl);
  const game = await gameOf(owner);
  const { live, test: old } = game.environments;
  const keyIn = async (gameId: string) => {
    const { body } = await owner.in(gameId)("POST", "/key/create", { name: "Server" });
    return apiOf(gatewayUrl, { gameId, apiKey: body.secret ?? "" });
  };
  const [inLive, inOld] = [await keyIn(live.id), await keyIn(old.id)];
  expect((await inOld.post("/wallet/ada/deposit", { amount: 5 })).status).toBe(201);
  const wrong = await owner.send("POST", `/game/${game.id}/test/reset`, { name: "Moon Race" });
  expect([wrong.status, wrong.body.errors[0]?.pointer]).toEqual([400, "/name"]);

  const header = { "idempotency-key": newId() };
  const reset = () =>
    owner.send("POST", `/game/${game.id}/test/reset`, { name: "Star Race" }, header);
  const { status, body } = await reset();
  expect([status, body.game.environments.live.id]).toEqual([201, live.id]);
  expect(apartFromNow((await reset()).body.game)).toEqual(apartFromNow(body.game));
  const fresh = body.game.environments.test.id;
  expect(fresh).not.toBe(old.id);
  const read = (await owner.send("GET", `/game/${game.id}`)).body.game;
  expect(apartFromNow(read)).toEqual(apartFromNow(body.game));

  await until(async () => (await inOld.get("/account")).status === 401, {
    ...SOON,
    what: "the end of the old keys",
  });
  await until(async () => (await owner.in(old.id)("GET", "/tournament")).status === 404, {
    ...SOON,
    what: "the end of the old environment",
  });
  const inNew = await keyIn(fresh);
  expect((await inNew.get("/wallet/ada")).status).toBe(404);
  expect((await inLive.get("/account")).status).toBe(200);
});

test("a game's name changes for everybody, and nothing else of it does", async () => {
  const owner = await newCaller(gatewayUrl);
  const game = await gameOf(owner);
  const renamed = await owner.send("PATCH", `/game/${game.id}/update`, { name: "Moon Race" });
  expect(apartFromNow(renamed.body.game)).toEqual(apartFromNow({ ...game, name: "Moon Race" }));
  const more = await owner.send("PATCH", `/game/${game.id}/update`, { name: "X", payer: "wallet" });
  expect([more.status, more.body.errors[0]?.pointer]).toEqual([400, "/payer"]);
});
