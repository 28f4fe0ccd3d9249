import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampDate, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@tms/kit/values/ids";
import { digestApiKey } from "@tms/kit/values/secret";
import {
  KeyScope,
  KeyState,
  Mode,
  type ApiKey,
  type IssueApiKeyRequestSchema,
} from "@tms/proto/tms/game/v1/game";
import { getReason } from "../../../test/world/actions.ts";
import type { World } from "../../../test/world/world.ts";
import { createGame, describe, expect, test as base } from "./fixture.ts";

const ALL = [1, 2, 3, 4, 5];
const MONTH_MS = 30 * 86_400_000;

type Issue = Omit<MessageInitShape<typeof IssueApiKeyRequestSchema>, "$typeName">;

/** Creates what tests do with the API keys of a game. */
function createKeys({ game, admin }: World, gameId: string) {
  const toRequest = (key: ApiKey | undefined) => ({
    requestId: newId(),
    gameId,
    apiKeyId: key?.id ?? "",
  });
  return {
    gameId,
    toRequest,
    issue: (part: Issue = {}) => game.issueApiKey({ requestId: newId(), gameId, ...part }),
    update: async (key: ApiKey | undefined, part: object) =>
      (await game.updateApiKey({ ...toRequest(key), ...part })).apiKey,
    roll: (key: ApiKey | undefined, part: { requestId?: string; graceSeconds?: number } = {}) =>
      game.rollApiKey({ ...toRequest(key), ...part }),
    revoke: (key: ApiKey | undefined) => game.revokeApiKey(toRequest(key)),
    list: async () => (await game.listApiKeys({ gameId })).apiKeys,
    async authenticate(...secrets: string[]) {
      const digests = secrets.map((secret) => digestApiKey(secret));
      return (await game.batchAuthenticateApiKeys({ digests })).apiKeys;
    },
    /** Makes a key expire, or its grace end. */
    async end(key: ApiKey | undefined, column: "expires_at" | "ends_at") {
      const past = "now() - interval '1 second'";
      await admin.query(`UPDATE game.api_key SET ${column} = ${past} WHERE id = $1`, [key?.id]);
    },
  };
}

/** Tests of API keys; `keys` are those of the live environment of a game. */
const test = base
  .extend("keys", ({ world, ids }) => createKeys(world, ids.liveId))
  .extend("testKeys", ({ world, ids }) => createKeys(world, ids.testId));

const countRefused = (reasons: string[], reason: string) =>
  reasons.filter((one) => one === reason).length;

describe("IssueApiKey", () => {
  test("issues keys of the environment's mode only", async ({ keys, testKeys }) => {
    const { apiKey, secret } = await testKeys.issue();
    expect(apiKey?.mode).toBe(Mode.TEST);
    expect(secret).toMatch(/^tms_test_/);
    expect((await keys.authenticate(secret))[0]?.game?.id).toBe(testKeys.gameId);
    const mode = { fields: [{ field: "mode" }] };
    await expect(keys.issue({ mode: Mode.TEST })).rejects.toMatchObject(mode);
    expect((await keys.issue({ mode: Mode.LIVE })).secret).toMatch(/^tms_live_/);
  });

  test("keeps the settings, and lists them", async ({ keys }) => {
    const createdBy = newId();
    const { apiKey } = await keys.issue({
      name: "Cafe\u0301",
      scopes: [KeyScope.WALLETS_WRITE, KeyScope.ENTRIES_WRITE],
      ipRanges: ["203.0.113.9/24", "2001:DB8::1"],
      createdBy,
    });
    expect(apiKey).toMatchObject({
      name: "Caf\u00e9",
      // Every other scope includes reading.
      scopes: [KeyScope.READ, KeyScope.ENTRIES_WRITE, KeyScope.WALLETS_WRITE],
      ipRanges: ["203.0.113.0/24", "2001:db8::1/128"],
      createdBy,
    });
    expect(await keys.list()).toEqual([apiKey]);
  });

  test("shows the secret of a key or successor once to a repeated request", async ({ keys }) => {
    const { apiKey: old } = await keys.issue({ name: "old" });
    for (const send of [keys.issue, (repeat: object) => keys.roll(old, repeat)]) {
      const repeat = { requestId: newId() };
      const race = await Promise.all([1, 2, 3].map(() => send(repeat)));
      const answers = [...race, await send(repeat)];
      expect(new Set(answers.map(({ apiKey }) => apiKey?.id)).size).toBe(1);
      expect(answers.filter(({ secret }) => secret !== "")).toHaveLength(1);
    }
  });

  test("issues two keys of a name, and another when one has ended", async ({ keys }) => {
    const issues = await Promise.allSettled(Array.from({ length: 10 }, () => keys.issue()));
    const issued = issues.flatMap((one) => (one.status === "fulfilled" ? [one.value.apiKey] : []));
    expect(issued).toHaveLength(2);
    expect(await getReason(keys.issue())).toBe("API_KEY_LIMIT");
    await keys.revoke(issued[0]);
    await keys.issue();
    await keys.end(issued[1], "expires_at");
    await keys.issue();
    expect(await getReason(keys.issue())).toBe("API_KEY_LIMIT");
  });

  test("issues keys of twenty names, even if more are requested at once", async ({ keys }) => {
    for (let n = 0; n < 18; n++) await keys.issue({ name: `name ${n}` });
    const others = Array.from({ length: 4 }, (_, n) => keys.issue({ name: `other name ${n}` }));
    const reasons = await Promise.all(others.map(getReason));
    expect(countRefused(reasons, "API_KEY_LIMIT")).toBe(2);
    const name = (await keys.list())[0]?.name ?? "";
    expect((await keys.issue({ name })).apiKey?.name).toBe(name);
    expect(await getReason(keys.issue({ name }))).toBe("API_KEY_LIMIT");
  });
});

describe("BatchAuthenticateApiKeys", () => {
  test("finds the active keys among many, each with its game", async ({ keys, world }) => {
    const [live, revoked, expired] = [
      await keys.issue(),
      await keys.issue({ name: "revoked" }),
      await keys.issue({ name: "expired" }),
    ];
    await keys.revoke(revoked.apiKey);
    await keys.end(expired.apiKey, "expires_at");
    const other = createKeys(world, (await createGame(world)).liveId);
    const theirs = await other.issue();
    const secrets = [live, revoked, expired, theirs, live].map(({ secret }) => secret);
    const found = await keys.authenticate("tms_live_nobody", ...secrets);
    const byDigest = new Map(found.map((one) => [Buffer.from(one.digest).toString("hex"), one]));
    expect(byDigest.size).toBe(2);
    for (const [{ secret, apiKey }, id] of [
      [live, keys.gameId],
      [theirs, other.gameId],
    ] as const) {
      const one = byDigest.get(Buffer.from(digestApiKey(secret)).toString("hex"));
      expect(one).toMatchObject({ apiKey, game: { id } });
    }
    expect(await keys.authenticate("tms_live_nobody")).toEqual([]);
  });
});

test("ignores a scope that only a later release knows, and gives it to no other key", async ({
  keys,
  world,
}) => {
  const { apiKey, secret } = await keys.issue({ scopes: [KeyScope.ENTRIES_WRITE] });
  await world.admin.query("ALTER TABLE game.api_key DROP CONSTRAINT api_key_scopes_known");
  await world.admin.query("UPDATE game.api_key SET scopes = scopes || '{later}' WHERE id = $1", [
    apiKey?.id,
  ]);
  const [known] = await keys.authenticate(secret);
  expect(known?.apiKey?.scopes).toEqual([KeyScope.READ, KeyScope.ENTRIES_WRITE]);
  expect(await getReason(keys.roll(apiKey))).toBe("SCOPE_MISSING");
});

test("RevokeApiKey ends a key for good at the first revocation", async ({ keys }) => {
  const { apiKey } = await keys.issue();
  const first = await keys.revoke(apiKey);
  expect(first.apiKey?.revokeTime).toBeDefined();
  expect(await keys.revoke(apiKey)).toEqual(first);
  expect(await getReason(keys.update(apiKey, { name: "x" }))).toBe("API_KEY_ENDED");
  expect(await getReason(keys.roll(apiKey))).toBe("API_KEY_ENDED");
});

test("ListApiKeys lists all keys by pages, newest first", async ({ keys, world }) => {
  const { gameId } = keys;
  const [first, second] = [await keys.issue(), await keys.issue()];
  const revoked = await keys.revoke(first.apiKey);
  const page = await world.game.listApiKeys({ gameId, pageSize: 1 });
  expect(page.apiKeys).toEqual([second.apiKey]);
  const last = await world.game.listApiKeys({ gameId, pageToken: page.nextPageToken });
  expect(last).toMatchObject({ apiKeys: [revoked.apiKey], nextPageToken: "" });
});

describe("UpdateApiKey", () => {
  test("changes one setting at a time", async ({ keys }) => {
    const { apiKey } = await keys.issue({ name: "a", ipRanges: ["10.0.0.0/8"] });
    expect(await keys.update(apiKey, {})).toEqual(apiKey);
    const expireTime = timestampFromDate(new Date(Date.now() + MONTH_MS));
    const changes: [part: object, changed: object][] = [
      [{ name: "b" }, { name: "b" }],
      [{ scopes: { scopes: [KeyScope.READ] } }, { scopes: [KeyScope.READ] }],
      [{ ipRanges: { ranges: [] } }, { ipRanges: [] }],
      [
        { expiry: { expireTime } },
        { expireTime: expect.objectContaining({ seconds: expireTime.seconds }) },
      ],
      [{ scopes: {} }, { scopes: ALL }],
    ];
    let present = apiKey;
    for (const [part, changed] of changes) {
      const next = await keys.update(apiKey, part);
      expect(next).toEqual({ ...present, ...changed });
      present = next;
    }
    expect((await keys.update(apiKey, { expiry: {} }))?.expireTime).toBeUndefined();
  });

  test("refuses a name that two other keys have", async ({ keys }) => {
    await keys.issue({ name: "taken" });
    const { apiKey: second } = await keys.issue({ name: "taken" });
    const { apiKey: other } = await keys.issue({ name: "other" });
    expect(await getReason(keys.update(other, { name: "taken" }))).toBe("API_KEY_LIMIT");
    expect((await keys.update(second, { name: "taken" }))?.name).toBe("taken");
  });

  test.for([
    ["name", { name: " " }],
    ["ip_ranges.ranges[0]", { ipRanges: { ranges: ["nowhere"] } }],
    ["expiry.expire_time", { expiry: { expireTime: { seconds: 1n } } }],
  ] as const)("refuses a wrong %s, and changes nothing", async ([field, part], { keys }) => {
    const { apiKey } = await keys.issue();
    await expect(keys.update(apiKey, part)).rejects.toMatchObject({ fields: [{ field }] });
    expect(await keys.list()).toEqual([apiKey]);
  });
});

describe("RollApiKey", () => {
  const SETTINGS = {
    name: "backend",
    scopes: [KeyScope.ENTRIES_WRITE],
    ipRanges: ["10.0.0.0/8"],
    expireTime: { seconds: 4_000_000_000n },
  };
  type Keys = ReturnType<typeof createKeys>;
  const areAuthentic = async (keys: Keys, ...secrets: string[]) =>
    Promise.all(secrets.map(async (secret) => (await keys.authenticate(secret)).length === 1));

  test("issues a successor; the key ends a day later", async ({ keys, world }) => {
    const first = await keys.issue(SETTINGS);
    const createdBy = newId();
    const { apiKey, secret, previous } = await world.game.rollApiKey({
      ...keys.toRequest(first.apiKey),
      createdBy,
    });
    if (!first.apiKey || !apiKey?.createTime || !previous?.endTime) return expect.fail();
    const { id, hint, createTime: _, ...same } = first.apiKey;
    expect(apiKey).toMatchObject({ ...same, replaces: id, createdBy, state: KeyState.ACTIVE });
    expect(secret.startsWith(apiKey.hint)).toBe(true);
    expect(apiKey.hint).not.toBe(hint);
    const state = KeyState.ROLLING;
    expect(previous).toMatchObject({ ...same, id, replacedBy: apiKey.id, state });
    const graceMs =
      Number(timestampDate(previous.endTime)) - Number(timestampDate(apiKey.createTime));
    expect(graceMs).toBe(86_400_000);
    expect(await areAuthentic(keys, first.secret, secret)).toEqual([true, true]);
    await keys.end(first.apiKey, "ends_at");
    expect(await areAuthentic(keys, first.secret, secret)).toEqual([false, true]);
    const states = (await keys.list()).map((one) => one.state);
    expect(states).toEqual([KeyState.ACTIVE, KeyState.EXPIRED]);
  });

  test("ends a key without grace at once, even if two of its name are active", async ({ keys }) => {
    const first = await keys.issue(SETTINGS);
    await keys.issue({ name: "backend" });
    expect(await getReason(keys.roll(first.apiKey))).toBe("API_KEY_LIMIT");
    const { secret, previous } = await keys.roll(first.apiKey, { graceSeconds: 0 });
    expect(previous?.state).toBe(KeyState.REVOKED);
    expect(await areAuthentic(keys, first.secret, secret)).toEqual([false, true]);
  });

  test("lets a rolling key be revoked early", async ({ keys }) => {
    const first = await keys.issue(SETTINGS);
    await keys.roll(first.apiKey);
    expect((await keys.revoke(first.apiKey)).apiKey?.state).toBe(KeyState.REVOKED);
    expect(await areAuthentic(keys, first.secret)).toEqual([false]);
  });

  test("gives a key one successor, even if several requests race", async ({ keys }) => {
    const { apiKey } = await keys.issue(SETTINGS);
    const race = Array.from({ length: 6 }, () => keys.roll(apiKey, { graceSeconds: 604_800 }));
    const reasons = await Promise.all(race.map(getReason));
    expect(countRefused(reasons, "API_KEY_ROLLING")).toBe(5);
    expect(countRefused(reasons, "accepted")).toBe(1);
  });

  test("rolls a successor once its predecessor has ended", async ({ keys }) => {
    const { apiKey: first } = await keys.issue(SETTINGS);
    const { apiKey } = await keys.roll(first);
    expect(await getReason(keys.roll(apiKey))).toBe("API_KEY_LIMIT");
    await keys.end(first, "ends_at");
    expect((await keys.roll(apiKey)).apiKey?.replaces).toBe(apiKey?.id);
  });
});

describe("the scopes that a caller holds", () => {
  const { READ, TOURNAMENTS_WRITE, ENTRIES_WRITE, SCORES_WRITE, WALLETS_WRITE } = KeyScope;
  const HELD = [READ, TOURNAMENTS_WRITE, ENTRIES_WRITE, SCORES_WRITE, KeyScope.WEBHOOKS_WRITE];
  // Entries include scores.
  const BY_DEFAULT = HELD.filter((scope) => scope !== SCORES_WRITE);
  const MISSING = { reason: "SCOPE_MISSING", message: expect.stringContaining("wallets:write") };

  test("bound those of an issued key", async ({ keys }) => {
    for (const [scopes, expected] of [
      [[], BY_DEFAULT],
      [[ENTRIES_WRITE], [READ, ENTRIES_WRITE]],
      [[SCORES_WRITE], [READ, SCORES_WRITE]],
    ] as const) {
      const { apiKey } = await keys.issue({ name: newId(), scopes: [...scopes], heldScopes: HELD });
      expect(apiKey?.scopes).toEqual(expected);
    }
    const rich = keys.issue({ scopes: [WALLETS_WRITE], heldScopes: HELD });
    await expect(rich).rejects.toMatchObject(MISSING);
  });

  test("bound those that an updated key has or gets", async ({ keys }) => {
    const { apiKey: rich } = await keys.issue({ name: "rich" });
    const { apiKey: poor } = await keys.issue({ name: "poor", scopes: [READ] });
    const change = { ipRanges: {}, heldScopes: HELD };
    await expect(keys.update(rich, change)).rejects.toMatchObject(MISSING);
    const more = { scopes: { scopes: [WALLETS_WRITE] }, heldScopes: HELD };
    await expect(keys.update(poor, more)).rejects.toMatchObject(MISSING);
    const all = await keys.update(poor, { scopes: {}, heldScopes: HELD });
    expect(all?.scopes).toEqual(BY_DEFAULT);
  });

  test("bound those of a rolled key, whose secret is shown", async ({ keys, world }) => {
    const { apiKey: rich } = await keys.issue({ name: "rich" });
    const { apiKey: poor } = await keys.issue({ name: "poor", scopes: [READ] });
    const roll = (key: ApiKey | undefined, heldScopes: KeyScope[]) =>
      world.game.rollApiKey({ ...keys.toRequest(key), heldScopes });
    await expect(roll(rich, HELD)).rejects.toMatchObject(MISSING);
    expect((await roll(poor, HELD)).secret).not.toBe("");
    expect((await roll(rich, [])).secret).not.toBe("");
  });

  test("do not matter to a repeat", async ({ keys, world }) => {
    const { game } = world;
    const issuing = { requestId: newId(), gameId: keys.gameId, name: "backend" };
    const { apiKey } = await game.issueApiKey(issuing);
    const [change, roll] = [{ ...keys.toRequest(apiKey), name: "other" }, keys.toRequest(apiKey)];
    await game.updateApiKey(change);
    const { apiKey: successor } = await game.rollApiKey(roll);
    const heldScopes = HELD;
    const issued = await game.issueApiKey({ ...issuing, heldScopes });
    expect([issued.apiKey?.id, issued.secret]).toEqual([apiKey?.id, ""]);
    expect((await game.updateApiKey({ ...change, heldScopes })).apiKey?.name).toBe("other");
    const rolled = await game.rollApiKey({ ...roll, heldScopes });
    expect([rolled.apiKey?.id, rolled.secret]).toEqual([successor?.id, ""]);
  });
});

describe("RecordApiKeyUses", () => {
  const at = (time: string) => new Date(`2026-01-02T${time}Z`);
  type Use = [key: ApiKey | undefined, at: Date, address: string];
  const record = ({ game }: World, ...uses: Use[]) =>
    game.recordApiKeyUses({
      uses: uses.map(([key, time, address]) => ({
        apiKeyId: key?.id ?? newId(),
        useTime: timestampFromDate(time),
        address,
      })),
    });
  const readUse = async (keys: ReturnType<typeof createKeys>) => {
    const [key] = await keys.list();
    const time = key?.lastUseTime && timestampDate(key.lastUseTime).toISOString();
    return [time, key?.lastUseAddress];
  };

  test("keeps the last minute and its address, in any order", async ({ keys, world }) => {
    const { apiKey } = await keys.issue();
    expect(await readUse(keys)).toEqual([undefined, ""]);
    await record(
      world,
      [apiKey, at("03:05:10.5"), "192.0.2.2"],
      [apiKey, at("03:04:59.9"), "192.0.2.1"],
    );
    expect(await readUse(keys)).toEqual(["2026-01-02T03:05:00.000Z", "192.0.2.2"]);
    await record(world, [apiKey, at("03:05:50"), "192.0.2.3"]);
    await record(world, [apiKey, at("03:01:00"), "192.0.2.3"]);
    expect(await readUse(keys)).toEqual(["2026-01-02T03:05:00.000Z", "192.0.2.2"]);
    await record(world, [apiKey, at("03:06:00"), "2001:db8::1"]);
    expect(await readUse(keys)).toEqual(["2026-01-02T03:06:00.000Z", "2001:db8::1"]);
  });

  test("corrects a moment in the future", async ({ keys, world }) => {
    const { apiKey } = await keys.issue();
    await record(world, [apiKey, new Date(Date.now() + MONTH_MS), "192.0.2.1"]);
    const [time = ""] = await readUse(keys);
    expect(Date.parse(time)).toBeLessThanOrEqual(Date.now());
  });

  test("skips unknown keys, and takes reports at once", async ({ keys, world }) => {
    const [one, other] = [(await keys.issue()).apiKey, (await keys.issue()).apiKey];
    const uses = [one, other, undefined].map((key): Use => [key, at("03:04:00"), "192.0.2.1"]);
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => record(world, ...(n % 2 ? uses : uses.toReversed()))),
    );
    const addresses = (await keys.list()).map(({ lastUseAddress }) => lastUseAddress);
    expect(addresses).toEqual(["192.0.2.1", "192.0.2.1"]);
  });
});

test("the database keeps every key in the mode of its environment", async ({ keys, world }) => {
  const { apiKey } = await keys.issue();
  const change = (columns: string) =>
    world.admin.query(`UPDATE game.api_key SET ${columns} WHERE id = $1`, [apiKey?.id]);
  await expect(change("hint = 'tms_test_abcd'")).rejects.toMatchObject({
    constraint: "api_key_hint_mode",
  });
  await expect(change("mode = 'test', hint = 'tms_test_abcd'")).rejects.toMatchObject({
    constraint: "api_key_game_fkey",
  });
});
