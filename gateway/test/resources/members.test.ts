import { newId } from "@tms/kit/values/ids";
import { Role } from "@tms/proto/tms/game/v1/member";
import type { Game } from "@tms/proto/tms/game/v1/game";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import { signedIn, type TestPerson } from "../support/person.ts";

let gateway: TestGateway;
let ada: TestPerson;
let game: Game;
let path: string;
beforeAll(async () => {
  gateway = await startGateway();
  ada = await signedIn(gateway);
});
afterAll(() => gateway.close());
beforeEach(() => {
  game = gateway.fakes.games.add().game;
  gateway.fakes.members.add(ada.userId, game, Role.OWNER);
  path = `/game/${game.projectId}`;
});

async function member(role: Role): Promise<TestPerson> {
  const person = await signedIn(gateway);
  gateway.fakes.members.add(person.userId, game, role);
  return person;
}
const listed = async () => (await ada.send("GET", `${path}/members`)).body;

describe("an invitation", () => {
  test.each(["viewer", "developer", "owner"])("makes a %s of whoever accepts it", async (role) => {
    const email = `${newId()}@example.com`;
    const invited = await ada.send("POST", `${path}/members/invite`, { email, role });
    expect(invited.status).toBe(201);
    expect(invited.body.invitation).toEqual({
      id: expect.any(String),
      email,
      role,
      invitedBy: ada.userId,
      expiresAt: expect.stringMatching(/Z$/),
    });
    expect((await listed()).invitations).toEqual([invited.body.invitation]);
    expect(JSON.stringify(invited.body)).not.toContain("token");

    const grace = await signedIn(gateway);
    const token = gateway.fakes.members.tokens.get(email);
    const accepted = await grace.send("POST", "/invitation/accept", { token });
    expect([accepted.status, accepted.body.message, accepted.body.game]).toMatchObject([
      200,
      "Invitation accepted successfully",
      { id: game.projectId, role },
    ]);
    expect(await listed()).toMatchObject({
      members: [{ userId: ada.userId }, { userId: grace.userId, role }],
      invitations: [],
    });
  });

  test("works once, and not when it was withdrawn", async () => {
    const invite = async (email: string) =>
      (await ada.send("POST", `${path}/members/invite`, { email, role: "viewer" })).body.invitation;
    const grace = await signedIn(gateway);
    const [used, withdrawn] = [await invite("a@example.com"), await invite("b@example.com")];
    await grace.send("POST", "/invitation/accept", { token: used.id });
    const ended = await ada.send("PATCH", `${path}/invitations/${withdrawn.id}/withdraw`);
    expect([ended.status, ended.body.invitation]).toEqual([200, withdrawn]);
    for (const { id } of [used, withdrawn]) {
      const { status, body } = await grace.send("POST", "/invitation/accept", { token: id });
      expect([status, body.code]).toEqual([400, "code_invalid"]);
      const again = await ada.send("PATCH", `${path}/invitations/${id}/withdraw`);
      expect([again.status, again.body.code]).toEqual([404, "invitation_not_found"]);
    }
  });

  test("leaves no token in the store of repeats", async () => {
    const key = { "idempotency-key": "accept-it" };
    const grace = await signedIn(gateway);
    for (const _ of [1, 2]) {
      const answer = await grace.send("POST", "/invitation/accept", { token: "none" }, key);
      expect(answer.headers.has("idempotency-replayed")).toBe(false);
    }
  });

  test.each([
    ["no address", { email: "ada", role: "viewer" }, "/email"],
    ["a role that is none", { email: "a@example.com", role: "boss" }, "/role"],
  ])("is refused with %s", async (_, body, pointer) => {
    const answer = await ada.send("POST", `${path}/members/invite`, body);
    expect([answer.status, answer.body.errors.map((one) => one.pointer)]).toEqual([400, [pointer]]);
  });
});

test("one address sends no more invitations a minute than it may", async () => {
  const strict = await startGateway({ limits: { invitesPerAddress: 2 } });
  const owner = await signedIn(strict);
  const made = await owner.send("POST", "/game/create", { name: "Star Race" });
  const invite = (n: number) =>
    owner.send("POST", `/game/${made.body.game.id}/members/invite`, {
      email: `${n}@example.com`,
      role: "viewer",
    });
  expect([(await invite(1)).status, (await invite(2)).status]).toEqual([201, 201]);
  const { status, body, headers } = await invite(3);
  expect([status, body.code]).toEqual([429, "too_many_attempts"]);
  expect(headers.get("retry-after")).toMatch(/^[1-9]\d?$/);
  await strict.close();
});

describe("a member", () => {
  test("gets another role, and is removed", async () => {
    const grace = await member(Role.VIEWER);
    const theirs = `${path}/members/${grace.userId}`;
    const changed = await ada.send("PATCH", `${theirs}/update`, { role: "developer" });
    expect([changed.status, changed.body.member.role]).toEqual([200, "developer"]);
    const removed = await ada.send("PATCH", `${theirs}/remove`);
    expect([removed.status, removed.body.member.userId]).toEqual([200, grace.userId]);
    const again = await ada.send("PATCH", `${theirs}/remove`);
    expect([again.status, again.body.code]).toEqual([404, "member_not_found"]);
    expect((await listed()).members).toHaveLength(1);
  });

  test.each([Role.VIEWER, Role.DEVELOPER])(
    "of role %i leaves, but removes nobody else",
    async (role) => {
      const grace = await member(role);
      const other = await grace.send("PATCH", `${path}/members/${ada.userId}/remove`);
      expect([other.status, other.body.code]).toEqual([403, "scope_missing"]);
      const own = `${path}/members/${grace.userId}`;
      expect((await grace.send("PATCH", `${own}/update`, { role: "owner" })).status).toBe(403);
      const left = await grace.send(
        "PATCH",
        `${path}/members/${grace.userId.toUpperCase()}/remove`,
      );
      expect(left.status).toBe(200);
    },
  );

  test("who is the last owner stays one", async () => {
    const own = `${path}/members/${ada.userId}`;
    for (const answer of [
      await ada.send("PATCH", `${own}/update`, { role: "viewer" }),
      await ada.send("PATCH", `${own}/remove`),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, "last_owner"]);
  });

  test.each(["nonsense", newId()])("of the id %s is not found", async (userId) => {
    const { status, body } = await ada.send("PATCH", `${path}/members/${userId}/remove`);
    expect([status, body.code]).toEqual([404, "member_not_found"]);
  });

  test("is nothing to a stranger", async () => {
    const eve = await signedIn(gateway);
    const own = `${path}/members/${eve.userId}/remove`;
    for (const [method, target] of [
      ["GET", `${path}/members`],
      ["PATCH", own],
    ] as const) {
      const { status, body } = await eve.send(method, target);
      expect([status, body.code]).toEqual([404, "game_not_found"]);
    }
  });
});
