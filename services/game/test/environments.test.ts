import { digestApiKey } from "@tms/kit/values/api-key";
import { newId } from "@tms/kit/values/ids";
import { Mode, Payer } from "@tms/proto/tms/game/v1/game";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startGame, type GameUnderTest } from "./service.ts";

const NAME = "Star Race";
const HIDDEN = { reason: "GAME_NOT_FOUND" };

let game: GameUnderTest;
let projectId: string;
let liveId: string;
let testId: string;
beforeAll(async () => void (game = await startGame()));
afterAll(() => game.stop());
beforeEach(async () => {
  game.wallet.forgetRequests();
  Object.assign(game.wallet, { fails: undefined, failsFrom: 1 });
  const made = await game.client.createGame({
    requestId: newId(),
    name: NAME,
    currency: { code: "GEMS", exponent: 0 },
    payer: Payer.WALLET,
    creditLimitMinorUnits: 70n,
    platformFeeBps: 25,
  });
  projectId = made.game?.projectId ?? "";
  [liveId, testId] = [made.game?.id ?? "", made.testGame?.id ?? ""];
});

const read = async (gameId: string) => (await game.client.getGame({ gameId })).game;
const reset = (part: { requestId?: string; name?: string } = {}) =>
  game.client.resetTestGame({ requestId: newId(), projectId, name: NAME, ...part });
const issue = (gameId: string) => game.client.issueApiKey({ requestId: newId(), gameId });
const authenticate = async (secret: string) => {
  const digests = [digestApiKey(secret)];
  return (await game.client.batchAuthenticateApiKeys({ digests })).apiKeys;
};

describe("CreateGame", () => {
  test("makes a live and a test environment of one game, each the other's sibling", async () => {
    const [live, sibling] = [await read(liveId), await read(testId)];
    expect(live).toMatchObject({ projectId, mode: Mode.LIVE, siblingId: testId });
    expect(sibling).toEqual({ ...live, id: testId, mode: Mode.TEST, siblingId: liveId });
    expect(new Set([projectId, liveId, testId]).size).toBe(3);
  });
});

describe("RenameGame", () => {
  const rename = (part: { requestId?: string; projectId?: string; name?: string }) =>
    game.client.renameGame({ requestId: newId(), projectId, name: "Moon Race", ...part });

  test("gives both environments the name, in NFC, and changes nothing else", async () => {
    const [live, sibling] = [await read(liveId), await read(testId)];
    const answer = await rename({ name: "Cafe\u0301" });
    expect(answer.game).toEqual({ ...live, name: "Caf\u00e9" });
    expect(answer.testGame).toEqual({ ...sibling, name: "Caf\u00e9" });
    expect([await read(liveId), await read(testId)]).toEqual([answer.game, answer.testGame]);
  });

  test.each([
    ["a blank name", { name: " " }, { fields: [{ field: "name" }] }],
    ["an unknown game", { projectId: newId() }, HIDDEN],
  ])("refuses %s", async (_, part, refusal) => {
    await expect(rename(part)).rejects.toMatchObject(refusal);
  });

  test("does not take an environment's id for the game's", async () => {
    await expect(rename({ projectId: liveId })).rejects.toMatchObject(HIDDEN);
  });
});

describe("ResetTestGame", () => {
  test("makes a new test environment on the game's terms, with an account of its own", async () => {
    const before = await read(testId);
    const { game: live, testGame } = await reset();
    expect(testGame?.id).not.toBe(testId);
    expect(testGame).toEqual({ ...before, id: testGame?.id, createTime: testGame?.createTime });
    expect(live?.siblingId).toBe(testGame?.id);
    expect([await read(liveId), await read(testGame?.id ?? "")]).toEqual([live, testGame]);
    expect(game.wallet.requestsOf("openAccount").at(-1)).toMatchObject({
      ref: { gameId: testGame?.id, ownerId: testGame?.id },
      floorMinorUnits: -70n,
    });
  });

  test("revokes the old one's keys, hides it, and leaves live alone", async () => {
    const [live, old] = [await issue(liveId), await issue(testId)];
    await reset();
    expect(await authenticate(old.secret)).toEqual([]);
    expect(await authenticate(live.secret)).toHaveLength(1);
    await expect(read(testId)).rejects.toMatchObject(HIDDEN);
    await expect(issue(testId)).rejects.toMatchObject(HIDDEN);
    await expect(game.client.listApiKeys({ gameId: testId })).rejects.toMatchObject(HIDDEN);
    const { games } = await game.client.listGames({ pageSize: 1000 });
    expect(games.map(({ id }) => id)).not.toContain(testId);
  });

  test("is done once however often the request is repeated", async () => {
    const requestId = newId();
    const answers = await Promise.all([1, 2, 3].map(() => reset({ requestId })));
    expect(new Set(answers.map(({ testGame }) => testGame?.id)).size).toBe(1);
    const replaced = await reset();
    expect(await reset({ requestId })).toEqual(answers[0]);
    // The repeat did not put its own back into the place of a newer one.
    expect((await read(liveId))?.siblingId).toBe(replaced.testGame?.id);
  });

  test("leaves one test environment when many ask at once", async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => reset()));
    const inUse = (await read(liveId))?.siblingId;
    const readable = await Promise.allSettled(
      answers.map(({ testGame }) => read(testGame?.id ?? "")),
    );
    const found = readable.flatMap((one) => (one.status === "fulfilled" ? [one.value?.id] : []));
    expect(found).toEqual([inUse]);
  });

  test.each(["before", "after"] as const)(
    "keeps the old one in use while the wallet fails %s opening the account",
    async (when) => {
      const requestId = newId();
      const old = await issue(testId);
      game.wallet.fails = when;
      await expect(reset({ requestId })).rejects.toMatchObject({ reason: "UNAVAILABLE" });
      expect(await authenticate(old.secret)).toHaveLength(1);
      expect((await read(liveId))?.siblingId).toBe(testId);
      game.wallet.fails = undefined;
      const { testGame } = await reset({ requestId });
      expect(await authenticate(old.secret)).toEqual([]);
      expect((await read(liveId))?.siblingId).toBe(testGame?.id);
    },
  );

  test("wants the game's name", async () => {
    await expect(reset({ name: "Star race" })).rejects.toMatchObject({
      reason: "INVALID_ARGUMENT",
      fields: [{ field: "name" }],
    });
    expect((await read(liveId))?.siblingId).toBe(testId);
  });

  test("never closes a live environment, whatever asks the database to", async () => {
    const closing = game.admin.query(`UPDATE game.game SET closed_at = now() WHERE id = $1`, [
      liveId,
    ]);
    await expect(closing).rejects.toMatchObject({ constraint: "game_closed_test" });
  });
});
