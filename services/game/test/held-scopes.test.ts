import { newId } from "@tms/kit/values/ids";
import { KeyScope, type ApiKey } from "@tms/proto/tms/game/v1/game";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startGame, type GameUnderTest } from "./service.ts";

const { READ, TOURNAMENTS_WRITE, ENTRIES_WRITE, SCORES_WRITE } = KeyScope;
const { WALLETS_WRITE, WEBHOOKS_WRITE } = KeyScope;
const DEVELOPER = [READ, TOURNAMENTS_WRITE, ENTRIES_WRITE, SCORES_WRITE, WEBHOOKS_WRITE];
// Entries include scores.
const BY_DEFAULT = DEVELOPER.filter((scope) => scope !== SCORES_WRITE);

let game: GameUnderTest;
let gameId: string;
beforeAll(async () => void (game = await startGame()));
afterAll(() => game.stop());
beforeEach(async () => {
  const made = await game.client.createGame({ requestId: newId(), name: "Keys" });
  gameId = made.game?.id ?? "";
});

const issue = (scopes: KeyScope[], heldScopes: KeyScope[] = []) =>
  game.client.issueApiKey({ requestId: newId(), gameId, name: newId(), scopes, heldScopes });
const of = (key: ApiKey | undefined, heldScopes: KeyScope[] = DEVELOPER) => ({
  requestId: newId(),
  gameId,
  apiKeyId: key?.id ?? "",
  heldScopes,
});
const MISSING = { reason: "SCOPE_MISSING", message: expect.stringContaining("wallets:write") };

describe("nobody gives an API key more than they hold", () => {
  test("issuing one: all that is held but scores unless told otherwise, and no more", async () => {
    expect((await issue([], DEVELOPER)).apiKey?.scopes).toEqual(BY_DEFAULT);
    expect((await issue([ENTRIES_WRITE], DEVELOPER)).apiKey?.scopes).toEqual([READ, ENTRIES_WRITE]);
    expect((await issue([SCORES_WRITE], DEVELOPER)).apiKey?.scopes).toEqual([READ, SCORES_WRITE]);
    await expect(issue([WALLETS_WRITE], DEVELOPER)).rejects.toMatchObject(MISSING);
  });

  test("changing one: neither what it has already nor what it would get", async () => {
    const [{ apiKey: rich }, { apiKey: poor }] = [await issue([]), await issue([READ])];
    const { client } = game;
    await expect(client.updateApiKey({ ...of(rich), ipRanges: {} })).rejects.toMatchObject(MISSING);
    await expect(
      client.updateApiKey({ ...of(poor), scopes: { scopes: [WALLETS_WRITE] } }),
    ).rejects.toMatchObject(MISSING);
    const all = await client.updateApiKey({ ...of(poor), scopes: {} });
    expect(all.apiKey?.scopes).toEqual(BY_DEFAULT);
  });

  test("rolling one, whose secret would have it", async () => {
    const [{ apiKey: rich }, { apiKey: poor }] = [await issue([]), await issue([READ])];
    await expect(game.client.rollApiKey(of(rich))).rejects.toMatchObject(MISSING);
    expect((await game.client.rollApiKey(of(poor))).secret).not.toBe("");
    expect((await game.client.rollApiKey(of(rich, []))).secret).not.toBe("");
  });
});

test("a repeat is recognised, whatever its asker may give by then", async () => {
  const { client } = game;
  const issuing = { requestId: newId(), gameId, name: "backend", heldScopes: [] as KeyScope[] };
  const { apiKey } = await client.issueApiKey(issuing);
  const [change, roll] = [{ ...of(apiKey, []), name: "other" }, of(apiKey, [])];
  await client.updateApiKey(change);
  const { apiKey: successor } = await client.rollApiKey(roll);

  const issued = await client.issueApiKey({ ...issuing, heldScopes: DEVELOPER });
  expect([issued.apiKey?.id, issued.secret]).toEqual([apiKey?.id, ""]);
  const changed = await client.updateApiKey({ ...change, heldScopes: DEVELOPER });
  expect(changed.apiKey?.name).toBe("other");
  const rolled = await client.rollApiKey({ ...roll, heldScopes: DEVELOPER });
  expect([rolled.apiKey?.id, rolled.secret]).toEqual([successor?.id, ""]);
});
