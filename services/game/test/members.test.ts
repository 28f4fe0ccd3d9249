import { createHmac } from "node:crypto";
import { isMessage } from "@bufbuild/protobuf";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import { createRetention } from "@tms/kit/database/retention";
import { newId } from "@tms/kit/values/ids";
import { Role } from "@tms/proto/tms/game/v1/member";
import { SendMailRequestSchema } from "@tms/proto/tms/identity/v1/identity";
import { addPerson, getReason, publishEvents } from "../../../test/world/actions.ts";
import type { World } from "../../../test/world/world.ts";
import { OLD_INVITATIONS } from "../src/db/invitations.ts";
import { addGames, createGame, describe, expect, test, type Team } from "./fixture.ts";

const WEEK_MS = 7 * 86_400_000;
const countReason = (reasons: string[], reason: string) =>
  reasons.filter((one) => one === reason).length;

const authorize = (
  { member }: World,
  userId: string,
  where: { case: "gameId" | "projectId"; value: string },
) => member.authorizePerson({ userId, where });

describe("CreateGame", () => {
  test("makes its owner a member, and nobody of a game without", async ({ team, ids, world }) => {
    expect(await team.roles()).toEqual([[team.ada, Role.OWNER]]);
    const { members } = await world.member.listMembers({ projectId: ids.projectId });
    expect(members).toEqual([]);
  });

  test("gives a person a hundred games, even if more are requested at once", async ({ world }) => {
    const eve = await addPerson(world, "Eve");
    await addGames(world, eve, 96);
    const create = (ownerId: string) =>
      getReason(world.game.createGame({ requestId: newId(), name: "Go", ownerId }));
    const reasons = await Promise.all(Array.from({ length: 8 }, () => create(eve)));
    expect(countReason(reasons, "GAME_LIMIT")).toBe(4);
    expect(countReason(reasons, "accepted")).toBe(4);
    expect(await create(await addPerson(world, "Ada"))).toBe("accepted");
  });
});

describe("AuthorizePerson", () => {
  test("returns the role by either environment, and by the game", async ({ team, world }) => {
    const { liveId, testId, projectId } = team;
    const bob = await team.join(Role.DEVELOPER);
    const byLive = await authorize(world, bob, { case: "gameId", value: liveId });
    expect(byLive).toMatchObject({
      role: Role.DEVELOPER,
      game: { id: liveId, siblingId: testId, projectId },
    });
    const byTest = await authorize(world, bob, { case: "gameId", value: testId });
    expect(byTest).toMatchObject({ role: Role.DEVELOPER, game: { id: testId } });
    expect(await authorize(world, bob, { case: "projectId", value: projectId })).toEqual(byLive);
  });

  test("tells strangers only that there is no such game", async ({ team, world }) => {
    const { ada, liveId, testId, projectId } = team;
    const eve = await addPerson(world, "Eve");
    const find = (userId: string, kind: "gameId" | "projectId", value: string) =>
      getReason(authorize(world, userId, { case: kind, value }));
    expect(await find(eve, "gameId", liveId)).toBe("GAME_NOT_FOUND");
    expect(await find(eve, "projectId", projectId)).toBe("GAME_NOT_FOUND");
    expect(await find(eve, "gameId", newId())).toBe("GAME_NOT_FOUND");
    // Each id names one thing.
    expect(await find(ada, "gameId", projectId)).toBe("GAME_NOT_FOUND");
    expect(await find(ada, "projectId", liveId)).toBe("GAME_NOT_FOUND");
    await world.game.resetTestGame({ requestId: newId(), projectId, name: "Chess" });
    expect(await find(ada, "gameId", testId)).toBe("GAME_NOT_FOUND");
    await world.admin.query(`UPDATE game.game SET opened_at = NULL WHERE id = $1`, [liveId]);
    expect(await find(ada, "gameId", liveId)).toBe("GAME_NOT_FOUND");
  });
});

test("ListPersonGames lists live environments, newest first", async ({ team, world }) => {
  const bob = await team.join(Role.VIEWER);
  const [second, third] = [
    await createGame(world, { ownerId: bob }),
    await createGame(world, { ownerId: bob }),
  ];
  const list = (pageToken: string) =>
    world.member.listPersonGames({ userId: bob, pageSize: 2, pageToken });
  const first = await list("");
  const last = await list(first.nextPageToken);
  expect(last.nextPageToken).toBe("");
  expect([...first.games, ...last.games].map(({ game, role }) => [game?.id, role])).toEqual([
    [third.liveId, Role.OWNER],
    [second.liveId, Role.OWNER],
    [team.liveId, Role.VIEWER],
  ]);
});

describe("the last owner", () => {
  test("cannot leave or get a lesser role until there is another", async ({ team }) => {
    const { ada } = team;
    const bob = await team.join(Role.DEVELOPER);
    expect(await getReason(team.remove(ada))).toBe("LAST_OWNER");
    expect(await getReason(team.change(ada, Role.DEVELOPER))).toBe("LAST_OWNER");
    expect((await team.change(ada, Role.OWNER)).member?.role).toBe(Role.OWNER);
    await team.change(bob, Role.OWNER);
    await team.remove(ada);
    expect(await team.roles()).toEqual([[bob, Role.OWNER]]);
    expect(await getReason(team.remove(bob))).toBe("LAST_OWNER");
  });

  test("stays if all owners leave or step down at once", async ({ team }) => {
    const owners = [team.ada];
    for (let count = 0; count < 5; count++) owners.push(await team.join(Role.OWNER));
    const exits = owners.map((userId, index) =>
      getReason(index % 2 ? team.remove(userId) : team.change(userId, Role.VIEWER)),
    );
    const reasons = await Promise.all(exits);
    expect(countReason(reasons, "LAST_OWNER")).toBe(1);
    expect(countReason(reasons, "accepted")).toBe(5);
    expect((await team.roles()).filter(([, role]) => role === Role.OWNER)).toHaveLength(1);
  });

  test("stays in the database, even if it is asked to delete", async ({ team, world }) => {
    const bob = await team.join(Role.OWNER);
    const leave = (userId: string) =>
      world.admin.query(`DELETE FROM game.member WHERE project_id = $1 AND user_id = $2`, [
        team.projectId,
        userId,
      ]);
    const outcomes = await Promise.allSettled([leave(team.ada), leave(bob)]);
    const refused = outcomes.filter((one) => one.status === "rejected");
    expect(refused).toMatchObject([{ reason: { constraint: "member_owner_kept" } }]);
  });
});

interface Invite {
  requestId?: string;
  email?: string;
  role?: Role;
  invitedBy?: string;
}

const invite = ({ member }: World, { projectId, ada }: Team, part: Invite = {}) =>
  member.inviteMember({
    requestId: newId(),
    projectId,
    email: newEmail(),
    role: Role.DEVELOPER,
    invitedBy: ada,
    ...part,
  });
const newEmail = () => `${newId()}@example.com`;

/** Returns the requests for mails to an address. */
const listMails = (world: World, email: string) =>
  world
    .calls("SendMail")
    .flatMap(({ request }) => (isMessage(request, SendMailRequestSchema) ? [request] : []))
    .filter(({ to }) => to.value === email);

const listTokens = (world: World, email: string) =>
  listMails(world, email).map(({ content }) =>
    content.case === "invitation" ? content.value.token : "",
  );

/** Number of mails that were sent to an address. */
async function countSent({ admin }: World, email: string): Promise<number> {
  const { rowCount } = await admin.query(
    `SELECT FROM identity.outbox WHERE payload ->> 'to' = $1`,
    [email],
  );
  return rowCount ?? 0;
}

describe("InviteMember", () => {
  test("mails a token that makes its holder a member, for a week", async ({ team, world }) => {
    const email = newEmail();
    const { invitation } = await invite(world, team, { email: email.toUpperCase() });
    if (!invitation?.createTime || !invitation.expireTime) return expect.fail();
    const { createTime, expireTime } = invitation;
    expect(invitation).toMatchObject({
      projectId: team.projectId,
      email,
      role: Role.DEVELOPER,
      invitedBy: team.ada,
    });
    expect(Number(timestampDate(expireTime)) - Number(timestampDate(createTime))).toBe(WEEK_MS);
    expect(await team.invitations()).toEqual([invitation]);
    const value = { gameName: "Chess", inviterName: "Ada", role: "developer", expireTime };
    expect(listMails(world, email)).toMatchObject([{ content: { value } }]);
    const [token = ""] = listTokens(world, email);
    expect(token).toMatch(/^[\w-]{43}$/);
    const bob = await addPerson(world, "Bob");
    expect(await team.accept(token, bob)).toMatchObject({
      member: { userId: bob, name: "Bob", role: Role.DEVELOPER },
      game: { id: team.liveId, name: "Chess" },
    });
    expect(await team.invitations()).toEqual([]);
    expect(await getReason(team.accept(token))).toBe("CODE_INVALID");
  });

  test("mails a token that nothing else tells", async ({ team, world }) => {
    const { invitation } = await invite(world, team);
    // The caller tokens of a world are empty.
    const derived = createHmac("sha256", "")
      .update(`invitation/${invitation?.id}`)
      .digest("base64url");
    expect(await getReason(team.accept(derived))).toBe("CODE_INVALID");
  });

  test("stores the token nowhere", async ({ team, world }) => {
    const email = newEmail();
    const { token } = await team.issue();
    await invite(world, team, { email });
    const { rows } = await world.admin.query<{ stored: string }>(
      `SELECT invitation::text AS stored FROM game.invitation
       UNION ALL SELECT encode(response, 'escape') FROM game.request WHERE response IS NOT NULL`,
    );
    for (const secret of [...listTokens(world, email), token])
      for (const { stored } of rows) expect(stored).not.toContain(secret);
  });

  test("replaces an open invitation to the same address", async ({ team, world }) => {
    const email = newEmail();
    await invite(world, team, { email });
    const request = { email: email.toUpperCase(), role: Role.VIEWER };
    const { invitation } = await invite(world, team, request);
    expect(await team.invitations()).toEqual([invitation]);
    const [first = "", second = ""] = listTokens(world, email);
    expect(await getReason(team.accept(first))).toBe("CODE_INVALID");
    expect((await team.accept(second)).member?.role).toBe(Role.VIEWER);
  });

  test("sends one mail to requests that arrive at once", async ({ team, world }) => {
    for (let round = 0; round < 5; round++) {
      const [requestId, email] = [newId(), newEmail()];
      const race = Array.from({ length: 8 }, () => invite(world, team, { requestId, email }));
      const answers = await Promise.all(race);
      expect(new Set(answers.map(({ invitation }) => invitation?.id)).size).toBe(1);
      // Some of them asked before the first had noted that the mail was sent.
      const asked = listMails(world, email).length;
      expect(asked).toBeGreaterThan(0);
      expect(await countSent(world, email)).toBe(1);
      expect(await invite(world, team, { requestId, email })).toEqual(answers[0]);
      expect(listMails(world, email)).toHaveLength(asked);
      const [token = ""] = listTokens(world, email);
      expect((await team.accept(token)).member?.role).toBe(Role.DEVELOPER);
    }
  });

  test.for(["before", "after"] as const)(
    "mails a token that works with a repeat if the mail failed %s it was sent",
    async (when, { team, world }) => {
      const [requestId, email] = [newId(), newEmail()];
      {
        using _failure = world.fail("SendMail", { when });
        expect(await getReason(invite(world, team, { requestId, email }))).toBe("UNAVAILABLE");
      }
      // A new name of the game makes no second mail.
      const { projectId } = team;
      await world.game.renameGame({ requestId: newId(), projectId, name: "Go" });
      const { invitation } = await invite(world, team, { requestId, email });
      expect(await team.invitations()).toEqual([invitation]);
      expect(await countSent(world, email)).toBe(1);
      const token = listTokens(world, email).at(when === "after" ? 0 : -1) ?? "";
      expect((await team.accept(token)).member?.role).toBe(Role.DEVELOPER);
    },
  );

  test("refuses an inviter without an account", async ({ team, world }) => {
    expect(await getReason(invite(world, team, { invitedBy: newId() }))).toBe("USER_NOT_FOUND");
    expect(await team.invitations()).toEqual([]);
  });

  test("leaves fifty open, even if more are requested at once", async ({ team, world }) => {
    for (let count = 0; count < 46; count++) await team.issue();
    const race = Array.from({ length: 8 }, () => getReason(invite(world, team)));
    expect(countReason(await Promise.all(race), "MEMBER_LIMIT")).toBe(4);
    const [one, ...others] = await team.invitations();
    expect(others).toHaveLength(49);
    // Replacing one needs no room.
    await invite(world, team, { email: one?.email ?? "" });
    const invitationId = others[0]?.id ?? "";
    const { projectId } = team;
    await world.member.withdrawInvitation({ requestId: newId(), projectId, invitationId });
    expect(await getReason(invite(world, team))).toBe("accepted");
  });
});

test("changes nothing while identity is away", async ({ team, world }) => {
  const bob = await team.join(Role.VIEWER);
  {
    using _outage = world.fail("BatchGetUsers");
    for (const call of [team.change(bob, Role.OWNER), team.remove(bob), invite(world, team)].map(
      getReason,
    ))
      expect(await call).toBe("UNAVAILABLE");
  }
  expect(await team.roles()).toContainEqual([bob, Role.VIEWER]);
  expect(await team.invitations()).toEqual([]);
});

describe("IssueInvitation", () => {
  test("shows the token once, and mails nothing", async ({ team, world }) => {
    const requestId = newId();
    const mails = world.calls("SendMail").length;
    const answers = await Promise.all([1, 2, 3].map(() => team.issue({ requestId })));
    expect(new Set(answers.map(({ invitation }) => invitation?.id)).size).toBe(1);
    const [token = "", ...others] = answers.flatMap((one) => one.token || []);
    expect(others).toEqual([]);
    expect(world.calls("SendMail")).toHaveLength(mails);
    expect((await team.accept(token)).member?.role).toBe(Role.OWNER);
  });

  test("issues any number without an address, which replace none", async ({ team }) => {
    const [first, second] = [await team.issue(), await team.issue()];
    expect(await team.invitations()).toEqual([second.invitation, first.invitation]);
    expect(first.invitation).toMatchObject({ email: "", invitedBy: "" });
    const addressed = await team.issue({ email: "Eve@example.com" });
    expect(addressed.invitation?.email).toBe("eve@example.com");
  });
});

test("WithdrawInvitation ends an open invitation once", async ({ team, world }) => {
  const { invitation, token } = await team.issue();
  const { projectId } = team;
  const withdraw = () =>
    world.member.withdrawInvitation({
      requestId: newId(),
      projectId,
      invitationId: invitation?.id ?? "",
    });
  expect((await withdraw()).invitation).toEqual(invitation);
  expect(await getReason(team.accept(token))).toBe("CODE_INVALID");
  expect(await getReason(withdraw())).toBe("INVITATION_NOT_FOUND");
});

describe("AcceptInvitation", () => {
  test("makes one member of a token, even if several people race", async ({ team }) => {
    const { token } = await team.issue();
    const race = Array.from({ length: 6 }, () => getReason(team.accept(token)));
    const reasons = await Promise.all(race);
    expect(countReason(reasons, "accepted")).toBe(1);
    expect(countReason(reasons, "CODE_INVALID")).toBe(5);
  });

  test("refuses a wrong token, and an expired one", async ({ team, world }) => {
    const { token, invitation } = await team.issue();
    expect(await getReason(team.accept(`${token}x`))).toBe("CODE_INVALID");
    await world.admin.query(`UPDATE game.invitation SET expires_at = now() WHERE id = $1`, [
      invitation?.id,
    ]);
    expect(await getReason(team.accept(token))).toBe("CODE_INVALID");
    expect(await team.invitations()).toEqual([]);
  });

  test("leaves a member the greater of two roles", async ({ team }) => {
    const lesser = await team.issue({ role: Role.VIEWER });
    expect((await team.accept(lesser.token, team.ada)).member?.role).toBe(Role.OWNER);
    const bob = await team.join(Role.VIEWER);
    await team.accept((await team.issue({ role: Role.DEVELOPER })).token, bob);
    expect(await team.roles()).toContainEqual([bob, Role.DEVELOPER]);
  });

  test("gives a game fifty members, and a person a hundred games", async ({ team, world }) => {
    await world.admin.query(
      `INSERT INTO game.member (project_id, user_id, role)
       SELECT $1, gen_random_uuid(), 'viewer' FROM generate_series(1, 47)`,
      [team.projectId],
    );
    const issued = await Promise.all(Array.from({ length: 4 }, () => team.issue()));
    const reasons = await Promise.all(issued.map(({ token }) => getReason(team.accept(token))));
    expect(countReason(reasons, "MEMBER_LIMIT")).toBe(2);
    expect(countReason(reasons, "accepted")).toBe(2);

    const eve = await addPerson(world, "Eve");
    await addGames(world, eve, 100);
    const { token } = await team.issue();
    expect(await getReason(team.accept(token, eve))).toBe("GAME_LIMIT");
    // The refused invitation still works for another person once there is room.
    await world.admin.query(`DELETE FROM game.member WHERE project_id = $1 AND role = 'viewer'`, [
      team.projectId,
    ]);
    expect(await getReason(team.accept(token))).toBe("accepted");
  });
});

describe("open invitations by a member", () => {
  /** Has a person invite to each role; returns the tokens. */
  async function inviteToAll(world: World, team: Team, invitedBy: string) {
    const tokens: string[] = [];
    for (const role of [Role.VIEWER, Role.DEVELOPER, Role.OWNER]) {
      const email = newEmail();
      await invite(world, team, { email, role, invitedBy });
      tokens.push(listTokens(world, email)[0] ?? "");
    }
    return tokens;
  }

  test("end with a lesser role if they offer more than it", async ({ team, world }) => {
    const bob = await team.join(Role.OWNER);
    await inviteToAll(world, team, team.ada);
    const others = await team.invitations();
    const [viewer = "", developer = "", owner = ""] = await inviteToAll(world, team, bob);
    await team.change(bob, Role.OWNER);
    expect(await team.invitations()).toHaveLength(6);
    const requestId = newId();
    const changed = await team.change(bob, Role.DEVELOPER, requestId);
    expect(await getReason(team.accept(owner))).toBe("CODE_INVALID");
    expect((await team.accept(developer)).member?.role).toBe(Role.DEVELOPER);
    expect((await team.accept(viewer)).member?.role).toBe(Role.VIEWER);
    expect(await team.invitations()).toEqual(others);
    expect(await team.change(bob, Role.DEVELOPER, requestId)).toEqual(changed);
  });

  test("all end with the member, who cannot return by one", async ({ team, world }) => {
    const bob = await team.join(Role.OWNER);
    await inviteToAll(world, team, team.ada);
    const others = await team.invitations();
    const tokens = await inviteToAll(world, team, bob);
    await team.remove(bob);
    for (const token of tokens)
      expect(await getReason(team.accept(token, bob))).toBe("CODE_INVALID");
    expect(await team.invitations()).toEqual(others);
  });

  test("stay if the last owner may not leave", async ({ team, world }) => {
    await inviteToAll(world, team, team.ada);
    expect(await getReason(team.remove(team.ada))).toBe("LAST_OWNER");
    expect(await team.invitations()).toHaveLength(3);
  });

  test("end in the log too", async ({ team, world }) => {
    const bob = await team.join(Role.OWNER);
    await inviteToAll(world, team, bob);
    await publishEvents(world, "game", team.liveId);
    await team.change(bob, Role.DEVELOPER);
    await team.remove(bob);
    const events = await publishEvents(world, "game", team.liveId);
    expect(events.map(({ change }) => change)).toMatchObject([
      { case: "memberChanged", value: { member: { name: "Bob" } } },
      { case: "memberRemoved", value: { invitation: { role: Role.OWNER, invitedBy: bob } } },
      { case: "memberRemoved", value: { member: { name: "Bob" } } },
      { case: "memberRemoved", value: { invitation: { role: Role.DEVELOPER } } },
      { case: "memberRemoved", value: { invitation: { role: Role.VIEWER } } },
    ]);
  });
});

test("retention forgets invitations a week after their end", async ({ team, world }) => {
  const { invitation: old } = await team.issue();
  await world.admin.query(
    `UPDATE game.invitation
     SET created_at = now() - interval '8 days', expires_at = now() - interval '1 day'
     WHERE id = $1`,
    [old?.id],
  );
  const { invitation } = await team.issue();
  const { db, log } = world.contexts.game;
  while (await createRetention(db, log, [OLD_INVITATIONS]).runOnce());
  const { rows } = await world.admin.query(`SELECT id FROM game.invitation WHERE project_id = $1`, [
    team.projectId,
  ]);
  expect(rows).toEqual([{ id: invitation?.id }]);
});
