import { isMessage } from "@bufbuild/protobuf";
import { newId } from "@tms/kit/values/ids";
import { digestApiKey } from "@tms/kit/values/secret";
import { KeyState, Payer } from "@tms/proto/tms/game/v1/game";
import { Role } from "@tms/proto/tms/game/v1/member";
import { AccountType, OpenAccountRequestSchema } from "@tms/proto/tms/wallet/v1/wallet";
import { onTestFinished, vi } from "vitest";
import { addPerson, getReason, publishEvents, readPages } from "../../../test/world/actions.ts";
import type { World } from "../../../test/world/world.ts";
import { createGame, describe, expect, test, type Ids } from "./fixture.ts";

const read = async ({ game }: World, gameId: string) => (await game.getGame({ gameId })).game;
const issueKey = ({ game }: World, gameId: string) =>
  game.issueApiKey({ requestId: newId(), gameId });
const isAuthentic = async ({ game }: World, secret: string) => {
  const { apiKeys } = await game.batchAuthenticateApiKeys({ digests: [digestApiKey(secret)] });
  return apiKeys.length === 1;
};

/** Reads the floor of a game's account, in minor units. */
async function readFloor({ wallet }: World, gameId: string, currency = "USD") {
  const ref = { gameId, type: AccountType.GAME, ownerId: gameId };
  return (await wallet.getAccount({ ref, currency })).account?.floorMinorUnits;
}

/** Checks that nobody finds an environment, and that it issues no key. */
async function expectHidden(world: World, gameId: string): Promise<void> {
  for (const call of [
    world.game.getGame({ gameId }),
    world.game.listApiKeys({ gameId }),
    issueKey(world, gameId),
  ].map(getReason))
    expect(await call).toBe("GAME_NOT_FOUND");
  const { games } = await world.game.listGames({ pageSize: 1_000 });
  expect(games.map(({ id }) => id)).not.toContain(gameId);
}

/** Returns the ids of the requests that opened accounts of environments. */
const listOpened = (world: World, gameIds: string[]) =>
  world
    .calls("OpenAccount")
    .flatMap(({ request }) => (isMessage(request, OpenAccountRequestSchema) ? [request] : []))
    .filter(({ ref }) => gameIds.includes(ref?.gameId ?? ""))
    .map(({ requestId }) => requestId);

describe("CreateGame", () => {
  test.for([5_000n, 0n])("opens accounts with the credit limit %i", async (limit, { world }) => {
    const { liveId, testId } = await createGame(world, {
      name: "Cafe\u0301",
      currency: { code: "GEMS", exponent: 0 },
      payer: Payer.WALLET,
      creditLimitMinorUnits: limit,
      platformFeeBps: 250,
    });
    expect(await read(world, liveId)).toMatchObject({
      name: "Caf\u00e9",
      creditLimitMinorUnits: limit,
      platformFeeBps: 250,
    });
    for (const gameId of [liveId, testId])
      expect(await readFloor(world, gameId, "GEMS")).toBe(-limit);
  });

  test.for([" \t\u2003", "a\0b"])("refuses the name %j", async (name, { world }) => {
    await expect(createGame(world, { name })).rejects.toMatchObject({
      fields: [{ field: "name" }],
    });
  });

  test.for([
    ["before", 1],
    ["after", 1],
    ["before", 2],
    ["after", 2],
  ] as const)(
    "shows no environment if the wallet fails %s opening account %i, until a repeat",
    async ([when, number], { world }) => {
      const request = { requestId: newId(), name: `Cut off ${newId()}` };
      let opened = 0;
      const fail = ({ rpc }: { rpc: string }) => {
        if (rpc === "OpenAccount" && ++opened === number) throw new Error("out of order");
      };
      {
        using _failure = world.watch({ [when]: fail });
        expect(await getReason(world.game.createGame(request))).not.toBe("accepted");
      }
      const { rows } = await world.admin.query<{ id: string }>(
        `SELECT game.id FROM game.game JOIN game.project ON project.id = project_id
         WHERE name = $1 ORDER BY mode`,
        [request.name],
      );
      const ids = rows.map(({ id }) => id);
      expect(ids).toHaveLength(2);
      for (const gameId of ids) await expectHidden(world, gameId);
      const { game, testGame } = await world.game.createGame(request);
      expect([game?.id, testGame?.id]).toEqual(ids);
      for (const gameId of ids) expect((await read(world, gameId))?.name).toBe(request.name);
      // However often it is tried, each account is opened by one request.
      expect(new Set(listOpened(world, ids)).size).toBe(2);
    },
  );
});

test("ListGames lists environments newest first, each once by pages", async ({ world }) => {
  const created: string[] = [];
  for (let count = 0; count < 3; count++) {
    const { liveId, testId } = await createGame(world);
    created.unshift(testId, liveId);
  }
  const pages = await readPages((pageToken) => world.game.listGames({ pageSize: 2, pageToken }));
  const seen = pages.flatMap(({ games }) => games.map(({ id }) => id));
  expect(seen.slice(0, 6)).toEqual(created);
  expect(new Set(seen).size).toBe(seen.length);
});

test("RenameGame refuses a blank name, and the id of an environment", async ({ ids, world }) => {
  const rename = (projectId: string, name: string) =>
    getReason(world.game.renameGame({ requestId: newId(), projectId, name }));
  expect(await rename(ids.projectId, " ")).toBe("INVALID_ARGUMENT");
  expect(await rename(ids.liveId, "Go")).toBe("GAME_NOT_FOUND");
});

describe("ResetTestGame", () => {
  const reset = ({ game }: World, { projectId }: Ids, requestId = newId(), name = "Chess") =>
    game.resetTestGame({ requestId, projectId, name });

  test("creates a test environment on the same terms, with an account", async ({ world }) => {
    const ids = await createGame(world, { creditLimitMinorUnits: 70n, platformFeeBps: 25 });
    const before = await read(world, ids.testId);
    const { game, testGame } = await reset(world, ids);
    const testId = testGame?.id ?? "";
    expect(testId).not.toBe(ids.testId);
    expect(testGame).toEqual({ ...before, id: testId, createTime: testGame?.createTime });
    expect(game?.siblingId).toBe(testId);
    expect([await read(world, ids.liveId), await read(world, testId)]).toEqual([game, testGame]);
    expect(await readFloor(world, testId)).toBe(-70n);
  });

  test("leaves one test environment if several requests race", async ({ ids, world }) => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => reset(world, ids)));
    const testIds = answers.map(({ testGame }) => testGame?.id ?? "");
    const readable = await Promise.allSettled(testIds.map((gameId) => read(world, gameId)));
    const found = readable.flatMap((one) => (one.status === "fulfilled" ? [one.value?.id] : []));
    expect(found).toEqual([(await read(world, ids.liveId))?.siblingId]);
  });

  test.for(["before", "after"] as const)(
    "keeps the old one in use if the wallet fails %s opening the account",
    async (when, { ids, world }) => {
      const requestId = newId();
      const old = await issueKey(world, ids.testId);
      {
        using _outage = world.fail("OpenAccount", { when });
        expect(await getReason(reset(world, ids, requestId))).toBe("UNAVAILABLE");
      }
      expect(await isAuthentic(world, old.secret)).toBe(true);
      expect((await read(world, ids.liveId))?.siblingId).toBe(ids.testId);
      const { testGame } = await reset(world, ids, requestId);
      expect(await isAuthentic(world, old.secret)).toBe(false);
      expect((await read(world, ids.liveId))?.siblingId).toBe(testGame?.id);
    },
  );

  test("never closes a live environment, even by SQL", async ({ ids, world }) => {
    const closing = world.admin.query(`UPDATE game.game SET closed_at = now() WHERE id = $1`, [
      ids.liveId,
    ]);
    await expect(closing).rejects.toMatchObject({ constraint: "game_closed_test" });
  });
});

describe("events", () => {
  const publish = async (world: World, ...gameIds: string[]) =>
    (await publishEvents(world, "game", ...gameIds)).map(({ change }) => change);
  /** Publishes events, and returns those of each environment. */
  async function publishBoth(world: World, { liveId, testId }: Ids) {
    const events = await publishEvents(world, "game", liveId, testId);
    return [liveId, testId].map((id) =>
      events.filter(({ gameId }) => gameId === id).map(({ change }) => change),
    );
  }

  test("tell of a new game, a new name and a new test environment, once", async ({ world }) => {
    const requestId = newId();
    const ids = await createGame(world, { requestId });
    await createGame(world, { requestId });
    const created = [{ case: "gameCreated" }];
    expect(await publishBoth(world, ids)).toMatchObject([created, created]);
    const { projectId } = ids;
    await world.game.renameGame({ requestId: newId(), projectId, name: "Go" });
    const renamed = [{ case: "gameUpdated", value: { game: { name: "Go" } } }];
    expect(await publishBoth(world, ids)).toMatchObject([renamed, renamed]);
    const request = { requestId: newId(), projectId, name: "Go" };
    const { testGame } = await world.game.resetTestGame(request);
    expect(await publish(world, testGame?.id ?? "")).toMatchObject(created);
  });

  test("tell of the whole life of a key, and never of its secret", async ({ ids, world }) => {
    const { liveId: gameId } = ids;
    await publish(world, gameId);
    const issued = await issueKey(world, gameId);
    const apiKeyId = issued.apiKey?.id ?? "";
    const toRequest = () => ({ requestId: newId(), gameId, apiKeyId });
    await world.game.updateApiKey({ ...toRequest(), name: "backend" });
    const rolled = await world.game.rollApiKey(toRequest());
    const revocations = Array.from({ length: 8 }, () => world.game.revokeApiKey(toRequest()));
    for (const { apiKey } of await Promise.all(revocations))
      expect(apiKey?.state).toBe(KeyState.REVOKED);
    const events = await publish(world, gameId);
    expect(events.map(({ case: name }) => name)).toEqual([
      "apiKeyCreated",
      "apiKeyUpdated",
      "apiKeyRolled",
      "apiKeyRevoked",
    ]);
    const text = JSON.stringify(events, (_, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    );
    for (const { secret } of [issued, rolled]) expect(text).not.toContain(secret);
  });

  test("have the database's time, even if a process has the wrong time", async ({ ids, world }) => {
    const right = Date.now();
    // An hour behind: a later time would stay in the ids of all tests that follow in this process.
    vi.useFakeTimers({ toFake: ["Date"], now: right - 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    await issueKey(world, ids.liveId);
    const events = await publishEvents(world, "game", ids.liveId);
    const lateMs = Number(events.at(-1)?.time?.seconds ?? 0n) * 1_000 - right;
    expect(Math.abs(lateMs)).toBeLessThan(60_000);
  });

  test("tell of invitations and members in both environments, by name", async ({ team, world }) => {
    const { projectId, ada } = team;
    const invite = (email: string) =>
      world.member.inviteMember({
        requestId: newId(),
        projectId,
        email,
        role: Role.VIEWER,
        invitedBy: ada,
      });
    await publishBoth(world, team);
    const { invitation } = await invite("bob@example.com");
    const invitationId = invitation?.id ?? "";
    await world.member.withdrawInvitation({ requestId: newId(), projectId, invitationId });
    const userId = await addPerson(world, "Cyd");
    await team.accept((await team.issue({ role: Role.DEVELOPER })).token, userId);
    await team.change(userId, Role.VIEWER);
    await team.remove(userId);
    const events = [
      { case: "memberInvited", value: { invitation: { email: "bob@example.com" } } },
      { case: "memberRemoved", value: { invitation: { email: "bob@example.com" } } },
      { case: "memberInvited" },
      { case: "memberJoined", value: { member: { name: "Cyd" } } },
      { case: "memberChanged", value: { member: { name: "Cyd", role: Role.VIEWER } } },
      { case: "memberRemoved", value: { member: { name: "Cyd" } } },
    ];
    expect(await publishBoth(world, team)).toMatchObject([events, events]);
  });
});
