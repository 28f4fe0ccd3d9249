import { newId } from "@tms/kit/values/ids";
import { Role } from "@tms/proto/tms/game/v1/member";
import { mailTo } from "../harness/people.ts";
import { gameOf } from "../harness/team.ts";
import type { Person } from "../world/callers.ts";
import * as callers from "../world/callers.ts";
import { describe, expect, test } from "../world/test.ts";

const accept = (person: Person, token: string) =>
  person.send("POST", "/invitation/accept", { token });

describe("an invitation", () => {
  test.for(["viewer", "developer", "owner"])(
    "makes a %s in both environments",
    async (role, { newPerson, live: { gateway } }) => {
      const owner = await newPerson();
      const game = await gameOf(owner);
      const email = `${newId()}@example.com`;
      const { status, body } = await owner.send("POST", `/game/${game.id}/members/invite`, {
        email,
        role,
      });
      expect(status).toBe(201);
      expect(body.invitation).toEqual({
        id: expect.any(String),
        email,
        role,
        invitedBy: owner.id,
        expiresAt: expect.stringMatching(/Z$/),
      });
      expect(JSON.stringify(body)).not.toContain("token");
      const listed = async () => (await owner.send("GET", `/game/${game.id}/members`)).body;
      expect((await listed()).invitations).toEqual([body.invitation]);
      const mail = await mailTo(gateway.url, email, /invite/i);
      const token = /#token=(\S+)/.exec(mail)?.[1] ?? "";

      const grace = await newPerson("Grace");
      expect((await grace.send("GET", `/game/${game.id}`)).status).toBe(404);
      const accepted = await accept(grace, token);
      expect([accepted.status, accepted.body.message]).toEqual([
        200,
        "Invitation accepted successfully",
      ]);
      const { clock: _, ...trial } = game.environments.test;
      expect(accepted.body.game).toMatchObject({
        ...game,
        role,
        environments: { live: game.environments.live, test: trial },
      });
      const again = await accept(owner, token);
      expect([again.status, again.body.code]).toEqual([400, "code_invalid"]);
      for (const { id } of Object.values(game.environments)) {
        expect((await grace.in(id)("GET", "/tournament")).status).toBe(200);
        const made = await grace.in(id)("POST", "/key/create", { name: "Mine" });
        expect(made.status).toBe(role === "viewer" ? 403 : 201);
      }
      expect(await listed()).toMatchObject({
        members: [
          { userId: owner.id, email: owner.email, role: "owner" },
          { userId: grace.id, email: grace.email, name: "Grace", role },
        ],
        invitations: [],
      });
    },
  );

  test.for([
    ["no address", { email: "ada", role: "viewer" }, "/email"],
    ["an unknown role", { email: "a@example.com", role: "boss" }, "/role"],
  ] as const)("is refused with %s", async ([, body, pointer], { newTeam }) => {
    const { owner, id } = await newTeam();
    const answer = await owner.send("POST", `/game/${id}/members/invite`, body);
    expect([answer.status, answer.body.errors.map((error) => error.pointer)]).toEqual([
      400,
      [pointer],
    ]);
  });

  test("is refused beyond the limit of an address", async ({ newGateway }) => {
    const gateway = await newGateway({ limits: { invitesPerAddress: 2 } });
    const { owner, id } = await callers.createTeam(gateway);
    const from = { "x-forwarded-for": "203.0.113.9" };
    const invite = (n: number) => {
      const body = { email: `${n}@example.com`, role: "viewer" };
      return owner.send("POST", `/game/${id}/members/invite`, body, from);
    };
    expect([(await invite(1)).status, (await invite(2)).status]).toEqual([201, 201]);
    const { status, body, headers } = await invite(3);
    expect([status, body.code]).toEqual([429, "too_many_attempts"]);
    expect(headers.get("retry-after")).toMatch(/^[1-9]\d?$/);
  });
});

describe("a member", () => {
  test("gets another role, is removed, and finds the game no more", async ({ newTeam }) => {
    const { owner, id, live, member } = await newTeam();
    const grace = await member(Role.VIEWER);
    const path = `/game/${id}/members/${grace.id}`;
    expect((await grace.in(live)("GET", "/tournament")).status).toBe(200);
    const changed = await owner.send("PATCH", `${path}/update`, { role: "developer" });
    expect([changed.status, changed.body.member.role]).toEqual([200, "developer"]);
    const removed = await owner.send("PATCH", `${path}/remove`);
    expect([removed.status, removed.body.member.userId]).toEqual([200, grace.id]);
    for (const userId of [grace.id, "nonsense", newId()]) {
      const again = await owner.send("PATCH", `/game/${id}/members/${userId}/remove`);
      expect([again.status, again.body.code]).toEqual([404, "member_not_found"]);
    }
    expect((await owner.send("GET", `/game/${id}/members`)).body.members).toHaveLength(1);
    await expect.poll(async () => (await grace.in(live)("GET", "/tournament")).status).toBe(404);
  });

  test.for(["VIEWER", "DEVELOPER"] as const)(
    "as %s may leave, and remove nobody else",
    async (role, { newTeam }) => {
      const { owner, id, member } = await newTeam();
      const grace = await member(Role[role]);
      const path = (userId: string, step: string) => `/game/${id}/members/${userId}/${step}`;
      const other = await grace.send("PATCH", path(owner.id, "remove"));
      expect([other.status, other.body.code]).toEqual([403, "scope_missing"]);
      const own = await grace.send("PATCH", path(grace.id, "update"), { role: "owner" });
      expect(own.status).toBe(403);
      const left = await grace.send("PATCH", path(grace.id.toUpperCase(), "remove"));
      expect([left.status, left.body.member.userId]).toEqual([200, grace.id]);
    },
  );
});
