import { newId } from "@tms/kit/values/ids";
import { Role } from "@tms/proto/tms/game/v1/member";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startGame, type GameUnderTest } from "./service.ts";

const HIDDEN = { reason: "GAME_NOT_FOUND" };

let game: GameUnderTest;
let ada: string;
let projectId: string;
let liveId: string;
let testId: string;
beforeAll(async () => {
  game = await startGame();
  ada = game.identity.add("Ada");
});
afterAll(() => game.stop());
beforeEach(async () => {
  game.identity.fails = "never";
  const made = await create(ada);
  projectId = made.game?.projectId ?? "";
  [liveId, testId] = [made.game?.id ?? "", made.testGame?.id ?? ""];
});

const create = (ownerId: string, requestId = newId()) =>
  game.client.createGame({ requestId, name: "Chess", ownerId });

/** Makes somebody a member of the game, as a service of old did. */
async function join(role: "viewer" | "developer" | "owner", userId = game.identity.add("Bob")) {
  await game.admin.query(
    `INSERT INTO game.member (project_id, user_id, role) VALUES ($1, $2, $3)`,
    [projectId, userId, role],
  );
  return userId;
}

const change = (userId: string, role: Role, requestId = newId()) =>
  game.members.changeMember({ requestId, projectId, userId, role });
const remove = (userId: string, requestId = newId()) =>
  game.members.removeMember({ requestId, projectId, userId });
const authorize = (userId: string, where: { gameId: string } | { projectId: string }) =>
  game.members.authorizePerson({
    userId,
    where:
      "gameId" in where
        ? { case: "gameId", value: where.gameId }
        : { case: "projectId", value: where.projectId },
  });
const rolesOf = async () => {
  const { members } = await game.members.listMembers({ projectId });
  return members.map(({ userId, role }) => [userId, role]);
};

describe("CreateGame", () => {
  test("makes its owner a member of both environments, and nobody of a game without", async () => {
    expect(await rolesOf()).toEqual([[ada, Role.OWNER]]);
    const { game: nobodys } = await game.client.createGame({ requestId: newId(), name: "Go" });
    const { members } = await game.members.listMembers({ projectId: nobodys?.projectId ?? "" });
    expect(members).toEqual([]);
  });

  test("gives nobody more than a hundred games, however many are asked for at once", async () => {
    const eve = game.identity.add("Eve");
    for (let made = 0; made < 96; made += 8)
      await Promise.all(Array.from({ length: 8 }, () => create(eve)));
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => create(eve)));
    const refused = outcomes.filter((one) => one.status === "rejected");
    expect(refused).toHaveLength(4);
    for (const { reason } of refused) expect(reason).toMatchObject({ reason: "GAME_LIMIT" });
    await create(ada);
  });
});

describe("AuthorizePerson", () => {
  test("tells the role by either environment, and by the game", async () => {
    const bob = await join("developer");
    for (const [userId, role] of [
      [ada, Role.OWNER],
      [bob, Role.DEVELOPER],
    ] as const) {
      const byLive = await authorize(userId, { gameId: liveId });
      expect(byLive).toMatchObject({ role, game: { id: liveId, siblingId: testId, projectId } });
      expect(await authorize(userId, { gameId: testId })).toMatchObject({
        role,
        game: { id: testId },
      });
      expect(await authorize(userId, { projectId })).toEqual(byLive);
    }
  });

  test("tells a stranger no more than that there is no such game", async () => {
    const eve = game.identity.add("Eve");
    for (const [userId, where] of [
      [eve, { gameId: liveId }],
      [eve, { projectId }],
      [eve, { gameId: newId() }],
      // Each id is good for what it names alone.
      [ada, { gameId: projectId }],
      [ada, { projectId: liveId }],
    ] as const)
      await expect(authorize(userId, where)).rejects.toMatchObject(HIDDEN);
  });

  test("does not find a test environment that was replaced, or a game that is not opened", async () => {
    await game.client.resetTestGame({ requestId: newId(), projectId, name: "Chess" });
    await expect(authorize(ada, { gameId: testId })).rejects.toMatchObject(HIDDEN);
    await game.admin.query(`UPDATE game.game SET opened_at = NULL WHERE id = $1`, [liveId]);
    await expect(authorize(ada, { gameId: liveId })).rejects.toMatchObject(HIDDEN);
  });
});

describe("ListPersonGames", () => {
  test("lists the live environments of a person's games with the role, newest first", async () => {
    const bob = game.identity.add("Bob");
    const made = [await create(bob), await create(bob)];
    await join("viewer", bob);
    const { rows } = await game.admin.query(`SELECT id FROM game.project ORDER BY id DESC`);
    const first = await game.members.listPersonGames({ userId: bob, pageSize: 2 });
    const second = await game.members.listPersonGames({
      userId: bob,
      pageSize: 2,
      pageToken: first.nextPageToken,
    });
    const listed = [...first.games, ...second.games];
    expect(second.nextPageToken).toBe("");
    expect(listed.map((one) => [one.game?.id, one.role])).toEqual([
      [made[1]?.game?.id, Role.OWNER],
      [made[0]?.game?.id, Role.OWNER],
      [liveId, Role.VIEWER],
    ]);
    expect(rows.length).toBeGreaterThan(3);
  });
});

describe("ListMembers", () => {
  test("names everybody, those who joined first before others", async () => {
    const bob = await join("viewer");
    const { members } = await game.members.listMembers({ projectId });
    expect(members).toMatchObject([
      { userId: ada, name: "Ada", email: "ada@example.com", role: Role.OWNER, projectId },
      { userId: bob, name: "Bob", email: "bob@example.com", role: Role.VIEWER },
    ]);
  });

  test("refuses an unknown game", async () => {
    await expect(game.members.listMembers({ projectId: liveId })).rejects.toMatchObject(HIDDEN);
  });
});

describe("ChangeMember and RemoveMember", () => {
  test("change a role and end it, in both environments", async () => {
    const bob = await join("viewer");
    const { member } = await change(bob, Role.DEVELOPER);
    expect(member).toMatchObject({ userId: bob, name: "Bob", role: Role.DEVELOPER });
    expect((await authorize(bob, { gameId: testId })).role).toBe(Role.DEVELOPER);
    expect((await remove(bob)).member).toEqual(member);
    for (const gameId of [liveId, testId])
      await expect(authorize(bob, { gameId })).rejects.toMatchObject(HIDDEN);
  });

  test("answer a repeat as they answered before", async () => {
    const bob = await join("viewer");
    const [first, second] = [newId(), newId()];
    const changed = await change(bob, Role.OWNER, first);
    const removed = await remove(bob, second);
    expect(await change(bob, Role.OWNER, first)).toEqual(changed);
    expect(await remove(bob, second)).toEqual(removed);
    expect(await rolesOf()).toEqual([[ada, Role.OWNER]]);
  });

  test("refuse whoever is no member, and a game that is none", async () => {
    const eve = game.identity.add("Eve");
    const missing = { reason: "MEMBER_NOT_FOUND" };
    await expect(change(eve, Role.OWNER)).rejects.toMatchObject(missing);
    await expect(remove(eve)).rejects.toMatchObject(missing);
    const elsewhere = { requestId: newId(), projectId: liveId, userId: ada };
    await expect(game.members.removeMember(elsewhere)).rejects.toMatchObject(HIDDEN);
  });

  test("change nothing while the identity service is away", async () => {
    const bob = await join("viewer");
    game.identity.fails = "always";
    const away = { reason: "UNAVAILABLE" };
    await expect(change(bob, Role.OWNER)).rejects.toMatchObject(away);
    await expect(remove(bob)).rejects.toMatchObject(away);
    // Nobody is refused access meanwhile.
    expect((await authorize(bob, { gameId: liveId })).role).toBe(Role.VIEWER);
  });
});

describe("the last owner", () => {
  const refused = { reason: "LAST_OWNER" };

  test("can neither leave nor get a lesser role, until there is another", async () => {
    const bob = await join("developer");
    await expect(remove(ada)).rejects.toMatchObject(refused);
    await expect(change(ada, Role.DEVELOPER)).rejects.toMatchObject(refused);
    expect((await change(ada, Role.OWNER)).member?.role).toBe(Role.OWNER);
    await change(bob, Role.OWNER);
    await remove(ada);
    expect(await rolesOf()).toEqual([[bob, Role.OWNER]]);
    await expect(remove(bob)).rejects.toMatchObject(refused);
  });

  test("stays when all owners leave or step down at once", async () => {
    const others = await Promise.all(Array.from({ length: 5 }, () => join("owner")));
    const outcomes = await Promise.allSettled(
      [ada, ...others].map((userId, index) =>
        index % 2 ? remove(userId) : change(userId, Role.VIEWER),
      ),
    );
    const rejected = outcomes.filter((one) => one.status === "rejected");
    expect(rejected).toHaveLength(1);
    expect(rejected[0]?.reason).toMatchObject(refused);
    expect((await rolesOf()).filter(([, role]) => role === Role.OWNER)).toHaveLength(1);
  });

  test("stays in the database, whoever asks it", async () => {
    const bob = await join("owner");
    const leave = (userId: string) =>
      game.admin.query(`DELETE FROM game.member WHERE project_id = $1 AND user_id = $2`, [
        projectId,
        userId,
      ]);
    const outcomes = await Promise.allSettled([leave(ada), leave(bob)]);
    const rejected = outcomes.filter((one) => one.status === "rejected");
    expect(rejected).toHaveLength(1);
    expect(rejected[0]?.reason).toMatchObject({ constraint: "member_owner_kept" });
  });
});
