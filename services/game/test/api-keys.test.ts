import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { digestApiKey, isWellFormedApiKey } from "@tms/kit/values/api-key";
import { newId } from "@tms/kit/values/ids";
import { Mode } from "@tms/proto/tms/game/v1/game";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startGame, type GameUnderTest } from "./service.ts";

let game: GameUnderTest;
let gameId: string;
beforeAll(async () => void (game = await startGame()));
afterAll(() => game.stop());
beforeEach(async () => {
  const { game: made } = await game.client.createGame({ requestId: newId(), name: "Keys" });
  gameId = made?.id ?? "";
});

const issue = (part: { mode?: Mode; requestId?: string; gameId?: string } = {}) =>
  game.client.issueApiKey({ requestId: newId(), gameId, ...part });
const authenticateAll = async (...secrets: string[]) => {
  const digests = secrets.map((secret) => digestApiKey(secret));
  return (await game.client.batchAuthenticateApiKeys({ digests })).apiKeys;
};
const authenticate = async (secret: string) => (await authenticateAll(secret))[0];

async function expire(keyId: string | undefined): Promise<void> {
  await game.admin.query(
    `UPDATE game.api_key SET expires_at = now() - interval '1 second' WHERE id = $1`,
    [keyId],
  );
}

describe("IssueApiKey", () => {
  test("issues a live key that authenticates its game", async () => {
    const { apiKey, secret } = await issue();
    expect(secret).toMatch(/^tms_live_/);
    expect(isWellFormedApiKey(secret)).toBe(true);
    expect(secret.startsWith(apiKey?.hint ?? "?")).toBe(true);
    const found = await authenticate(secret);
    expect(found?.game?.id).toBe(gameId);
    expect(found?.apiKey).toEqual(apiKey);
  });

  test("issues test keys for a test environment", async () => {
    const { testGame } = await game.client.createGame({ requestId: newId(), name: "Both" });
    const { apiKey, secret } = await issue({ gameId: testGame?.id ?? "" });
    expect(apiKey?.mode).toBe(Mode.TEST);
    expect(secret).toMatch(/^tms_test_/);
    expect((await authenticate(secret))?.game).toEqual(testGame);
  });

  test("issues no key of the other mode", async () => {
    await expect(issue({ mode: Mode.TEST })).rejects.toMatchObject({ fields: [{ field: "mode" }] });
    expect((await issue({ mode: Mode.LIVE })).secret).toMatch(/^tms_live_/);
  });

  test("stores the secret nowhere", async () => {
    const { secret } = await issue();
    const { rows } = await game.admin.query(
      `SELECT api_key::text AS stored FROM game.api_key
       UNION ALL SELECT encode(response, 'escape') FROM game.request WHERE response IS NOT NULL`,
    );
    for (const row of rows) expect(row.stored).not.toContain(secret.slice(20));
  });

  test("shows a repeat the same key without its secret", async () => {
    const requestId = newId();
    const first = await issue({ requestId });
    const second = await issue({ requestId });
    expect(second.apiKey).toEqual(first.apiKey);
    expect(second.secret).toBe("");
  });

  test("shows the secret once when the same request arrives many times together", async () => {
    const requestId = newId();
    const answers = await Promise.all([1, 2, 3, 4].map(() => issue({ requestId })));
    expect(new Set(answers.map((answer) => answer.apiKey?.id)).size).toBe(1);
    expect(answers.filter((answer) => answer.secret !== "")).toHaveLength(1);
  });

  test("never leaves a game more than two live keys, however many are asked for at once", async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => issue()));
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refused).toHaveLength(8);
    for (const { reason } of refused) expect(reason).toMatchObject({ reason: "API_KEY_LIMIT" });
  });

  test("has room for another when one was revoked or has expired", async () => {
    const [first, second] = [await issue(), await issue()];
    const apiKeyId = first.apiKey?.id ?? "";
    await game.client.revokeApiKey({ requestId: newId(), gameId, apiKeyId });
    await issue();
    await expire(second.apiKey?.id);
    await issue();
    await expect(issue()).rejects.toMatchObject({ reason: "API_KEY_LIMIT" });
  });

  test("refuses an unknown game", async () => {
    await expect(
      game.client.issueApiKey({ requestId: newId(), gameId: newId() }),
    ).rejects.toMatchObject({ reason: "GAME_NOT_FOUND" });
  });

  test("refuses an expiry in the past", async () => {
    const expireTime = timestampFromDate(new Date(Date.now() - 1000));
    await expect(
      game.client.issueApiKey({ requestId: newId(), gameId, expireTime }),
    ).rejects.toMatchObject({ fields: [{ field: "expire_time" }] });
  });

  test("refuses an expiry no calendar knows", async () => {
    const expireTime = { seconds: 2n ** 62n, nanos: 0 };
    await expect(
      game.client.issueApiKey({ requestId: newId(), gameId, expireTime }),
    ).rejects.toMatchObject({ fields: [{ field: "expire_time" }] });
  });
});

describe("BatchAuthenticateApiKeys", () => {
  test("finds no unknown key", async () => {
    expect(await authenticate("tms_live_nobody")).toBeUndefined();
  });

  test("finds a key no longer once it has expired", async () => {
    const { apiKey, secret } = await issue();
    await expire(apiKey?.id);
    expect(await authenticate(secret)).toBeUndefined();
  });

  test("finds a key no longer once it is revoked", async () => {
    const { apiKey, secret } = await issue();
    const apiKeyId = apiKey?.id ?? "";
    await game.client.revokeApiKey({ requestId: newId(), gameId, apiKeyId });
    expect(await authenticate(secret)).toBeUndefined();
  });

  test("refuses a digest of another length", async () => {
    await expect(
      game.client.batchAuthenticateApiKeys({ digests: [new Uint8Array(31)] }),
    ).rejects.toMatchObject({ fields: [{ field: "digests[0]" }] });
  });

  test("finds the live ones among many, each by its digest and with its game", async () => {
    const [live, revoked] = [await issue(), await issue()];
    const apiKeyId = revoked.apiKey?.id ?? "";
    await game.client.revokeApiKey({ requestId: newId(), gameId, apiKeyId });
    const { game: other } = await game.client.createGame({ requestId: newId(), name: "Other" });
    const theirs = await game.client.issueApiKey({ requestId: newId(), gameId: other?.id ?? "" });
    const secrets = ["tms_live_nobody", live.secret, revoked.secret, theirs.secret, live.secret];
    const found = await authenticateAll(...secrets);
    const byDigest = new Map(found.map((one) => [Buffer.from(one.digest).toString("hex"), one]));
    expect(byDigest.size).toBe(2);
    for (const [secret, apiKey, id] of [
      [live.secret, live.apiKey, gameId],
      [theirs.secret, theirs.apiKey, other?.id],
    ] as const) {
      const one = byDigest.get(Buffer.from(digestApiKey(secret)).toString("hex"));
      expect(one?.apiKey).toEqual(apiKey);
      expect(one?.game?.id).toBe(id);
    }
  });

  test("finds nothing where there is nothing", async () => {
    expect(await authenticateAll("tms_live_nobody")).toEqual([]);
  });

  test("takes from 1 to 256 digests", async () => {
    for (const many of [0, 257])
      await expect(authenticateAll(...Array(many).fill("x"))).rejects.toMatchObject({
        fields: [{ field: "digests" }],
      });
  });
});

describe("RevokeApiKey", () => {
  test("keeps the moment of the first revocation", async () => {
    const { apiKey } = await issue();
    const revoke = () =>
      game.client.revokeApiKey({ requestId: newId(), gameId, apiKeyId: apiKey?.id ?? "" });
    const first = await revoke();
    expect(first.apiKey?.revokeTime).toBeDefined();
    expect((await revoke()).apiKey).toEqual(first.apiKey);
  });

  test("refuses a key of another game", async () => {
    const { apiKey } = await issue();
    const { game: other } = await game.client.createGame({ requestId: newId(), name: "Other" });
    await expect(
      game.client.revokeApiKey({
        requestId: newId(),
        gameId: other?.id ?? "",
        apiKeyId: apiKey?.id ?? "",
      }),
    ).rejects.toMatchObject({ reason: "API_KEY_NOT_FOUND" });
  });
});

describe("ListApiKeys", () => {
  test("lists a game's keys newest first, page by page, revoked ones too", async () => {
    const first = await issue();
    const second = await issue();
    const apiKeyId = first.apiKey?.id ?? "";
    const revoked = await game.client.revokeApiKey({ requestId: newId(), gameId, apiKeyId });
    const page = await game.client.listApiKeys({ gameId, pageSize: 1 });
    expect(page.apiKeys).toEqual([second.apiKey]);
    const last = await game.client.listApiKeys({ gameId, pageToken: page.nextPageToken });
    expect(last.apiKeys).toEqual([revoked.apiKey]);
    expect(last.nextPageToken).toBe("");
  });
});
