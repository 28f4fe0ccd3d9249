import { timestampDate } from "@bufbuild/protobuf/wkt";
import { digestApiKey } from "@tms/kit/values/api-key";
import { newId } from "@tms/kit/values/ids";
import {
  KeyScope,
  KeyState,
  type ApiKey,
  type IssueApiKeyResponse,
} from "@tms/proto/tms/game/v1/game";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startGame, type GameUnderTest } from "./service.ts";

let game: GameUnderTest;
let gameId: string;
let first: IssueApiKeyResponse;
beforeAll(async () => void (game = await startGame()));
afterAll(() => game.stop());
beforeEach(async () => {
  const made = await game.client.createGame({ requestId: newId(), name: "Keys" });
  gameId = made.game?.id ?? "";
  first = await game.client.issueApiKey({
    requestId: newId(),
    gameId,
    name: "backend",
    scopes: [KeyScope.ENTRIES_WRITE],
    ipRanges: ["10.0.0.0/8"],
    expireTime: { seconds: 4_000_000_000n },
  });
});

const roll = (key: ApiKey | undefined, part: { requestId?: string; graceSeconds?: number } = {}) =>
  game.client.rollApiKey({ requestId: newId(), gameId, apiKeyId: key?.id ?? "", ...part });
const works = async (secret: string) => {
  const digests = [digestApiKey(secret)];
  return (await game.client.batchAuthenticateApiKeys({ digests })).apiKeys.length === 1;
};
const revoke = (key: ApiKey | undefined) =>
  game.client.revokeApiKey({ requestId: newId(), gameId, apiKeyId: key?.id ?? "" });
const endGrace = (key: ApiKey | undefined) =>
  game.admin.query(`UPDATE game.api_key SET ends_at = now() WHERE id = $1`, [key?.id]);

describe("RollApiKey", () => {
  test("issues a successor with the same settings beside the key, which works for a day more", async () => {
    const createdBy = newId();
    const request = { requestId: newId(), gameId, apiKeyId: first.apiKey?.id ?? "", createdBy };
    const { apiKey, secret, previous } = await game.client.rollApiKey(request);
    const { id, hint, createTime, ...same } = first.apiKey ?? ({} as ApiKey);
    expect(apiKey).toMatchObject({ ...same, replaces: id, createdBy, state: KeyState.ACTIVE });
    expect(secret.startsWith(apiKey?.hint ?? "?")).toBe(true);
    expect(apiKey?.hint).not.toBe(hint);
    expect(previous).toMatchObject({
      ...same,
      id,
      replacedBy: apiKey?.id,
      state: KeyState.ROLLING,
    });
    const [begin, end] = [apiKey?.createTime, previous?.endTime].map(
      (time) => time && timestampDate(time).getTime(),
    );
    expect((end ?? 0) - (begin ?? 0)).toBe(86_400_000);
    expect(createTime).toBeDefined();
    expect([await works(first.secret), await works(secret)]).toEqual([true, true]);
  });

  test("stops a key when its grace is over", async () => {
    const { secret } = await roll(first.apiKey, { graceSeconds: 3600 });
    await endGrace(first.apiKey);
    expect([await works(first.secret), await works(secret)]).toEqual([false, true]);
    const { apiKeys } = await game.client.listApiKeys({ gameId });
    expect(apiKeys.map(({ state }) => state)).toEqual([KeyState.ACTIVE, KeyState.EXPIRED]);
  });

  test("revokes a key without grace at once, also where two of its name are in use", async () => {
    await game.client.issueApiKey({ requestId: newId(), gameId, name: "backend" });
    await expect(roll(first.apiKey)).rejects.toMatchObject({ reason: "API_KEY_LIMIT" });
    const { secret, previous } = await roll(first.apiKey, { graceSeconds: 0 });
    expect(previous?.state).toBe(KeyState.REVOKED);
    expect([await works(first.secret), await works(secret)]).toEqual([false, true]);
  });

  test("lets a rolling key be revoked before its time", async () => {
    await roll(first.apiKey);
    const { apiKey } = await revoke(first.apiKey);
    expect(apiKey?.state).toBe(KeyState.REVOKED);
    expect(await works(first.secret)).toBe(false);
  });

  test("shows a repeat the same successor without its secret", async () => {
    const requestId = newId();
    const answers = await Promise.all([1, 2, 3].map(() => roll(first.apiKey, { requestId })));
    expect(new Set(answers.map(({ apiKey }) => apiKey?.id)).size).toBe(1);
    expect(answers.filter(({ secret }) => secret !== "")).toHaveLength(1);
    expect(await roll(first.apiKey, { requestId })).toMatchObject({ secret: "" });
  });

  test("gives a key one successor, however many ask for one at once", async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => roll(first.apiKey, { graceSeconds: 604_800 })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected")
        expect(outcome.reason).toMatchObject({ reason: "API_KEY_ROLLING" });
  });

  test("rolls a successor once its predecessor has ended", async () => {
    const { apiKey } = await roll(first.apiKey);
    await expect(roll(apiKey)).rejects.toMatchObject({ reason: "API_KEY_LIMIT" });
    await endGrace(first.apiKey);
    expect((await roll(apiKey)).apiKey?.replaces).toBe(apiKey?.id);
  });

  test("refuses a key that has ended, and an unknown one", async () => {
    await revoke(first.apiKey);
    await expect(roll(first.apiKey)).rejects.toMatchObject({ reason: "API_KEY_ENDED" });
    await expect(roll({ ...first.apiKey, id: newId() } as ApiKey)).rejects.toMatchObject({
      reason: "API_KEY_NOT_FOUND",
    });
  });

  test("knows no other graces", async () => {
    await expect(roll(first.apiKey, { graceSeconds: 60 })).rejects.toMatchObject({
      fields: [{ field: "grace_seconds" }],
    });
  });
});

test("the database keeps every key in the mode of its environment", async () => {
  const change = (column: string) =>
    game.admin.query(`UPDATE game.api_key SET ${column} WHERE id = $1`, [first.apiKey?.id]);
  await expect(change("hint = 'tms_test_abcd'")).rejects.toMatchObject({
    constraint: "api_key_hint_mode",
  });
  await expect(change("mode = 'test', hint = 'tms_test_abcd'")).rejects.toMatchObject({
    constraint: "api_key_game_fkey",
  });
});
