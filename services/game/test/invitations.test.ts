import { timestampDate } from "@bufbuild/protobuf/wkt";
import { createRetention } from "@tms/kit/database/retention";
import { openDatabase } from "@tms/kit/database/pool";
import { createLogger } from "@tms/kit/process/log";
import { newId } from "@tms/kit/values/ids";
import { Role } from "@tms/proto/tms/game/v1/member";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { OLD_ROWS } from "../src/db/old-rows.ts";
import { tokenOf } from "./fake-identity.ts";
import { startGame, type GameUnderTest } from "./service.ts";

const WEEK_MS = 7 * 86_400_000;
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
  game.identity.fails = "never";
  game.identity.mails.clear();
  const made = await game.client.createGame({ requestId: newId(), name: "Chess", ownerId: ada });
  [projectId, liveId] = [made.game?.projectId ?? "", made.game?.id ?? ""];
});

const invite = (
  part: { requestId?: string; email?: string; role?: Role; invitedBy?: string } = {},
) =>
  game.members.inviteMember({
    requestId: newId(),
    projectId,
    email: "bob@example.com",
    role: Role.DEVELOPER,
    invitedBy: ada,
    ...part,
  });
const issue = (part: { requestId?: string; email?: string; role?: Role } = {}) =>
  game.members.issueInvitation({ requestId: newId(), gameId: liveId, role: Role.OWNER, ...part });
const accept = (token: string, userId = game.identity.add("Bob"), requestId = newId()) =>
  game.members.acceptInvitation({ requestId, token, userId });
const mails = () => [...game.identity.mails.values()];
const tokens = () => mails().map(tokenOf);
const open = async () => (await game.members.listMembers({ projectId })).invitations;

describe("InviteMember", () => {
  test("mails a token that makes whoever has it a member, for a week", async () => {
    const { invitation } = await invite({ email: "Bob@Example.com" });
    expect(invitation).toMatchObject({
      projectId,
      email: "bob@example.com",
      role: Role.DEVELOPER,
      invitedBy: ada,
    });
    const [begin, end] = [invitation?.createTime, invitation?.expireTime].map(
      (time) => time && timestampDate(time).getTime(),
    );
    expect((end ?? 0) - (begin ?? 0)).toBe(WEEK_MS);
    expect(await open()).toEqual([invitation]);
    const { expireTime } = invitation ?? {};
    expect(mails()).toMatchObject([
      {
        to: { case: "email", value: "bob@example.com" },
        content: {
          value: { gameName: "Chess", inviterName: "Ada", role: "developer", expireTime },
        },
      },
    ]);
    const [token = ""] = tokens();
    expect(token).toMatch(/^[\w-]{43}$/);
    const bob = game.identity.add("Bob");
    const accepted = await accept(token, bob);
    expect(accepted).toMatchObject({
      member: { userId: bob, name: "Bob", role: Role.DEVELOPER },
      game: { id: liveId, name: "Chess" },
    });
    expect(await open()).toEqual([]);
    await expect(accept(token)).rejects.toMatchObject(INVALID);
  });

  test("stores the token nowhere", async () => {
    const issued = await issue();
    await invite();
    const { rows } = await game.admin.query(
      `SELECT invitation::text AS stored FROM game.invitation
       UNION ALL SELECT encode(response, 'escape') FROM game.request WHERE response IS NOT NULL`,
    );
    for (const token of [...tokens(), issued.token])
      for (const row of rows) expect(row.stored).not.toContain(token);
  });

  test("replaces an open invitation to the same address", async () => {
    await invite();
    const { invitation } = await invite({ email: "BOB@example.com", role: Role.VIEWER });
    expect(await open()).toEqual([invitation]);
    const [first = "", second = ""] = tokens();
    await expect(accept(first)).rejects.toMatchObject(INVALID);
    expect((await accept(second)).member?.role).toBe(Role.VIEWER);
  });

  test("mails a repeat nothing", async () => {
    const requestId = newId();
    const first = await invite({ requestId });
    expect(await invite({ requestId })).toEqual(first);
    expect(mails()).toHaveLength(1);
  });

  test("repeated by many at once is one mail, whose token works", async () => {
    for (let round = 0; round < 5; round++) {
      game.identity.mails.clear();
      const [requestId, email] = [newId(), `at-once-${round}@example.com`];
      const before = game.identity.asked;
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => invite({ requestId, email })),
      );
      expect(new Set(answers.map(({ invitation }) => invitation?.id)).size).toBe(1);
      // Some of them asked before the first had noted that it was mailed.
      expect(game.identity.asked).toBeGreaterThan(before);
      expect(mails()).toHaveLength(1);
      expect((await accept(tokens()[0] ?? "")).member?.role).toBe(Role.DEVELOPER);
    }
  });

  test("is mailed once when the game gets another name between two tries", async () => {
    const requestId = newId();
    game.identity.fails = "after mail";
    await expect(invite({ requestId })).rejects.toMatchObject({ reason: "UNAVAILABLE" });
    game.identity.fails = "never";
    await game.client.renameGame({ requestId: newId(), projectId, name: "Go" });
    await invite({ requestId });
    expect(mails()).toHaveLength(1);
    expect((await accept(tokens()[0] ?? "")).member?.role).toBe(Role.DEVELOPER);
  });

  test.each(["before mail", "after mail"] as const)(
    "mails a token that works when it is repeated, whether the first try failed %s or not",
    async (fails) => {
      const requestId = newId();
      game.identity.fails = fails;
      await expect(invite({ requestId })).rejects.toMatchObject({ reason: "UNAVAILABLE" });
      game.identity.fails = "never";
      const { invitation } = await invite({ requestId });
      expect(await open()).toEqual([invitation]);
      expect((await accept(tokens().at(-1) ?? "")).member?.role).toBe(Role.DEVELOPER);
      const sent = mails().length;
      await invite({ requestId });
      expect(mails()).toHaveLength(sent);
    },
  );

  test("records nothing while the identity service is away", async () => {
    game.identity.fails = "always";
    await expect(invite()).rejects.toMatchObject({ reason: "UNAVAILABLE" });
    game.identity.fails = "never";
    expect(await open()).toEqual([]);
  });

  test.each([
    ["an address that is none", { email: "bob" }, { fields: [{ field: "email" }] }],
    ["no role", { role: Role.UNSPECIFIED }, { fields: [{ field: "role" }] }],
    ["an inviter without an account", { invitedBy: newId() }, { reason: "USER_NOT_FOUND" }],
  ])("refuses %s", async (_, part, refusal) => {
    await expect(invite(part)).rejects.toMatchObject(refusal);
    expect(mails()).toEqual([]);
  });

  test("leaves no more than fifty open, however many are asked for at once", async () => {
    const emails = Array.from({ length: 54 }, (_, n) => `person-${n}@example.com`);
    const outcomes = await Promise.allSettled(emails.map((email) => invite({ email })));
    const refused = outcomes.filter((one) => one.status === "rejected");
    expect(refused.map(({ reason }) => reason.reason)).toEqual(Array(4).fill("MEMBER_LIMIT"));
    const [one] = await open();
    expect(await open()).toHaveLength(50);
    // Replacing one needs no room.
    await invite({ email: one?.email ?? "" });
    const request = { requestId: newId(), projectId, invitationId: (await open())[0]?.id ?? "" };
    await game.members.withdrawInvitation(request);
    await invite({ email: "another@example.com" });
  });
});

describe("IssueInvitation", () => {
  test("shows the token once, and mails nothing", async () => {
    const requestId = newId();
    const answers = await Promise.all([1, 2, 3].map(() => issue({ requestId })));
    expect(new Set(answers.map(({ invitation }) => invitation?.id)).size).toBe(1);
    const [token = "", ...others] = answers.flatMap((one) => one.token || []);
    expect(others).toEqual([]);
    expect(mails()).toEqual([]);
    expect((await accept(token)).member?.role).toBe(Role.OWNER);
  });

  test("makes any number without an address, which replace none", async () => {
    const [first, second] = [await issue(), await issue()];
    expect(await open()).toEqual([second.invitation, first.invitation]);
    expect(first.invitation).toMatchObject({ email: "", invitedBy: "" });
    const addressed = await issue({ email: "Eve@example.com" });
    expect(addressed.invitation?.email).toBe("eve@example.com");
  });

  test("refuses an unknown game", async () => {
    const request = { requestId: newId(), gameId: projectId, role: Role.OWNER };
    await expect(game.members.issueInvitation(request)).rejects.toMatchObject({
      reason: "GAME_NOT_FOUND",
    });
  });
});

describe("WithdrawInvitation", () => {
  test("ends an open invitation, and finds no other", async () => {
    const { invitation, token } = await issue();
    const withdraw = (part: object = {}) =>
      game.members.withdrawInvitation({
        requestId: newId(),
        projectId,
        invitationId: invitation?.id ?? "",
        ...part,
      });
    const missing = { reason: "INVITATION_NOT_FOUND" };
    await expect(withdraw({ projectId: newId() })).rejects.toMatchObject(missing);
    expect((await withdraw()).invitation).toEqual(invitation);
    await expect(accept(token)).rejects.toMatchObject(INVALID);
    await expect(withdraw()).rejects.toMatchObject(missing);
  });
});

test("invitations of more than a week ago are forgotten", async () => {
  await issue();
  await game.admin.query(
    `UPDATE game.invitation SET created_at = now() - interval '8 days', expires_at = now() - interval '1 day'`,
  );
  const { invitation } = await issue();
  const log = createLogger("game", "silent");
  const db = openDatabase({ url: game.databaseUrl, poolSize: 1 }, "game", log);
  while (await createRetention(db, log, OLD_ROWS).runOnce());
  await db.$client.end();
  const { rows } = await game.admin.query(`SELECT id FROM game.invitation`);
  expect(rows).toEqual([{ id: invitation?.id }]);
});
