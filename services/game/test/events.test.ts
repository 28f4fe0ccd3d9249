import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { KeyState } from "@tms/proto/tms/game/v1/game";
import { Role } from "@tms/proto/tms/game/v1/member";
import { startGame, type GameUnderTest } from "./service.ts";

let service: GameUnderTest;
beforeAll(async () => {
  service = await startGame();
});
afterAll(() => service.stop());
beforeEach(() => void (service.events.recorded = []));

/** What the log was told since, in which environment. */
async function told() {
  while (await service.publisher.runOnce());
  const events = service.events.recorded.map(({ gameId, change }) => ({ gameId, change }));
  service.events.recorded = [];
  return events;
}

async function newGame(ownerId = "") {
  const { game, testGame } = await service.client.createGame({
    requestId: newId(),
    name: "Chess",
    ownerId,
  });
  const [live, testing] = [game?.id ?? "", testGame?.id ?? ""];
  return { projectId: game?.projectId ?? "", live, testing };
}

describe("the log hears", () => {
  test("of a new game in both its environments, once however often it is asked for", async () => {
    const request = { requestId: newId(), name: "Chess" };
    const { game, testGame } = await service.client.createGame(request);
    await service.client.createGame(request);
    expect(await told()).toMatchObject([
      { gameId: game?.id, change: { case: "gameCreated" } },
      { gameId: testGame?.id, change: { case: "gameCreated" } },
    ]);
  });

  test("of a new name in both environments, and of a new test environment in its own", async () => {
    const { projectId, live, testing } = await newGame();
    await told();
    await service.client.renameGame({ requestId: newId(), projectId, name: "Go" });
    const renamed = { case: "gameUpdated", value: { game: { name: "Go" } } };
    expect(await told()).toMatchObject([
      { gameId: live, change: renamed },
      { gameId: testing, change: renamed },
    ]);
    const { testGame } = await service.client.resetTestGame({
      requestId: newId(),
      projectId,
      name: "Go",
    });
    expect(await told()).toMatchObject([{ gameId: testGame?.id, change: { case: "gameCreated" } }]);
  });

  test("of a key's end once, however many revoke it at once", async () => {
    const { live: gameId } = await newGame();
    const { apiKey } = await service.client.issueApiKey({ requestId: newId(), gameId });
    await told();
    const apiKeyId = apiKey?.id ?? "";
    const revoke = () => service.client.revokeApiKey({ requestId: newId(), gameId, apiKeyId });
    const answers = await Promise.all(Array.from({ length: 8 }, revoke));
    expect(new Set(answers.map((answer) => answer.apiKey?.state))).toEqual(
      new Set([KeyState.REVOKED]),
    );
    expect((await told()).map(({ change }) => change.case)).toEqual(["apiKeyRevoked"]);
  });

  test("of the moment as the database has it, whatever a process takes for the time", async () => {
    const { live: gameId } = await newGame();
    await told();
    const right = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: right + 3_600_000 });
    try {
      await service.client.issueApiKey({ requestId: newId(), gameId });
      while (await service.publisher.runOnce());
    } finally {
      vi.useRealTimers();
    }
    const [event] = service.events.recorded;
    const lateMs = Number(event?.time?.seconds ?? 0n) * 1_000 - right;
    expect(Math.abs(lateMs)).toBeLessThan(60_000);
  });

  test("of a key's whole life, and never of its secret", async () => {
    const { live: gameId } = await newGame();
    await told();
    const issued = await service.client.issueApiKey({ requestId: newId(), gameId });
    const apiKeyId = issued.apiKey?.id ?? "";
    await service.client.updateApiKey({ requestId: newId(), gameId, apiKeyId, name: "backend" });
    const rolled = await service.client.rollApiKey({ requestId: newId(), gameId, apiKeyId });
    for (const _ of [1, 2])
      await service.client.revokeApiKey({ requestId: newId(), gameId, apiKeyId });
    while (await service.publisher.runOnce());
    const log = JSON.stringify(service.events.recorded, (_, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(log).not.toContain(issued.secret);
    expect(log).not.toContain(rolled.secret);
    expect((await told()).map(({ change }) => change.case)).toEqual([
      "apiKeyCreated",
      "apiKeyUpdated",
      "apiKeyRolled",
      "apiKeyRevoked",
    ]);
  });

  test("of invitations and members in both environments, by name", async () => {
    const owner = service.identity.add("Ada");
    const { projectId, live, testing } = await newGame(owner);
    await told();
    const invite = (email: string) =>
      service.members.inviteMember({
        requestId: newId(),
        projectId,
        email,
        role: Role.VIEWER,
        invitedBy: owner,
      });
    const { invitation } = await invite("bob@example.com");
    const invited = { case: "memberInvited", value: { invitation: { email: "bob@example.com" } } };
    expect(await told()).toMatchObject([
      { gameId: live, change: invited },
      { gameId: testing, change: invited },
    ]);
    await service.members.withdrawInvitation({
      requestId: newId(),
      projectId,
      invitationId: invitation?.id ?? "",
    });
    const [withdrawn] = await told();
    expect(withdrawn?.change).toMatchObject({
      case: "memberRemoved",
      value: { invitation: { email: "bob@example.com" } },
    });
    const token = await service.members.issueInvitation({
      requestId: newId(),
      gameId: live,
      role: Role.DEVELOPER,
    });
    const userId = service.identity.add("Cyd");
    await service.members.acceptInvitation({ requestId: newId(), token: token.token, userId });
    await service.members.changeMember({
      requestId: newId(),
      projectId,
      userId,
      role: Role.VIEWER,
    });
    await service.members.removeMember({ requestId: newId(), projectId, userId });
    const inLive = (await told()).filter(({ gameId }) => gameId === live);
    expect(inLive.map(({ change }) => change)).toMatchObject([
      { case: "memberInvited" },
      { case: "memberJoined", value: { member: { name: "Cyd" } } },
      { case: "memberChanged", value: { member: { name: "Cyd", role: Role.VIEWER } } },
      { case: "memberRemoved", value: { member: { name: "Cyd" } } },
    ]);
  });
});
