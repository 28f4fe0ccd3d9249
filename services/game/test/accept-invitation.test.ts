import { newId } from "@tms/kit/values/ids";
import { Role } from "@tms/proto/tms/game/v1/member";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startGame, type GameUnderTest } from "./service.ts";

const INVALID = { reason: "CODE_INVALID" };

let game: GameUnderTest;
let ada: string;
let projectId: string;
let liveId: string;
beforeAll(async () => {
  game = await startGame();
  ada = game.identity.add("Ada");
});
afterAll(() => game.stop());
beforeEach(async () => {
  const made = await game.client.createGame({ requestId: newId(), name: "Chess", ownerId: ada });
  [projectId, liveId] = [made.game?.projectId ?? "", made.game?.id ?? ""];
});

const issue = (part: { role?: Role } = {}) =>
  game.members.issueInvitation({ requestId: newId(), gameId: liveId, role: Role.OWNER, ...part });
const accept = (token: string, userId = game.identity.add("Bob"), requestId = newId()) =>
  game.members.acceptInvitation({ requestId, token, userId });
const open = async () => (await game.members.listMembers({ projectId })).invitations;
const roleOf = async (userId: string) => {
  const { members } = await game.members.listMembers({ projectId });
  return members.find((member) => member.userId === userId)?.role;
};

describe("AcceptInvitation", () => {
  test("makes one member of one token, however many use it at once", async () => {
    const { token } = await issue();
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => accept(token)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject(INVALID);
  });

  test("answers a repeat as it answered before", async () => {
    const { token } = await issue();
    const [bob, requestId] = [game.identity.add("Bob"), newId()];
    const first = await accept(token, bob, requestId);
    expect(await accept(token, bob, requestId)).toEqual(first);
  });

  test("refuses a token that is wrong, and one that has expired", async () => {
    const { token } = await issue();
    await expect(accept(`${token}x`)).rejects.toMatchObject(INVALID);
    await game.admin.query(`UPDATE game.invitation SET expires_at = now()`);
    await expect(accept(token)).rejects.toMatchObject(INVALID);
    expect(await open()).toEqual([]);
  });

  test("leaves a member the greater of two roles", async () => {
    const lesser = await issue({ role: Role.VIEWER });
    expect((await accept(lesser.token, ada)).member?.role).toBe(Role.OWNER);
    const bob = game.identity.add("Bob");
    await accept((await issue({ role: Role.VIEWER })).token, bob);
    await accept((await issue({ role: Role.DEVELOPER })).token, bob);
    expect(await roleOf(bob)).toBe(Role.DEVELOPER);
  });

  test("leaves a game no more than fifty members, and a person no more than a hundred games", async () => {
    await game.admin.query(
      `INSERT INTO game.member (project_id, user_id, role)
       SELECT $1, gen_random_uuid(), 'viewer' FROM generate_series(1, 47)`,
      [projectId],
    );
    const many = await Promise.all(Array.from({ length: 4 }, () => issue()));
    const outcomes = await Promise.allSettled(many.map(({ token }) => accept(token)));
    const refused = outcomes.filter((one) => one.status === "rejected");
    expect(refused.map(({ reason }) => reason.reason)).toEqual(["MEMBER_LIMIT", "MEMBER_LIMIT"]);

    const eve = game.identity.add("Eve");
    await game.admin.query(
      `WITH project AS (INSERT INTO game.project (id, name)
         SELECT gen_random_uuid(), 'Many' FROM generate_series(1, 100) RETURNING id)
       INSERT INTO game.member (project_id, user_id, role) SELECT id, $1, 'owner' FROM project`,
      [eve],
    );
    const { token } = await issue();
    await expect(accept(token, eve)).rejects.toMatchObject({ reason: "GAME_LIMIT" });
    // The refused invitation is good for somebody else, once there is room.
    await game.admin.query(`DELETE FROM game.member WHERE project_id = $1 AND role = 'viewer'`, [
      projectId,
    ]);
    await accept(token);
  });
});
