import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampDate, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@tms/kit/values/ids";
import { KeyScope, KeyState, type IssueApiKeyRequestSchema } from "@tms/proto/tms/game/v1/game";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startGame, type GameUnderTest } from "./service.ts";

const ALL = [1, 2, 3, 4, 5];
const MONTH_MS = 30 * 86_400_000;

let game: GameUnderTest;
let gameId: string;
beforeAll(async () => void (game = await startGame()));
afterAll(() => game.stop());
beforeEach(async () => {
  const made = await game.client.createGame({ requestId: newId(), name: "Keys" });
  gameId = made.game?.id ?? "";
});

const issue = async (part: MessageInitShape<typeof IssueApiKeyRequestSchema> = {}) =>
  (await game.client.issueApiKey({ requestId: newId(), gameId, ...part })).apiKey;
const listed = async () => (await game.client.listApiKeys({ gameId })).apiKeys;

describe("IssueApiKey", () => {
  test("makes a key for everything, from everywhere and for good, unless told otherwise", async () => {
    expect(await issue()).toMatchObject({
      name: "default",
      scopes: ALL,
      ipRanges: [],
      state: KeyState.ACTIVE,
      createdBy: "",
      replaces: "",
      replacedBy: "",
    });
  });

  test("keeps what it was told, and lists it", async () => {
    const createdBy = newId();
    const key = await issue({
      name: "Cafe\u0301",
      scopes: [KeyScope.WALLETS_WRITE, KeyScope.ENTRIES_WRITE],
      ipRanges: ["203.0.113.9/24", "2001:DB8::1"],
      createdBy,
    });
    expect(key).toMatchObject({
      name: "Caf\u00e9",
      // Reading comes with every other scope.
      scopes: [KeyScope.READ, KeyScope.ENTRIES_WRITE, KeyScope.WALLETS_WRITE],
      ipRanges: ["203.0.113.0/24", "2001:db8::1/128"],
      createdBy,
    });
    expect(await listed()).toEqual([key]);
  });

  test.each([
    ["a long name", { name: "x".repeat(61) }, "name"],
    ["a blank name", { name: " " }, "name"],
    ["a scope that is none", { scopes: [9 as KeyScope] }, "scopes[0]"],
    ["a scope twice", { scopes: [2, 2] as KeyScope[] }, "scopes"],
    ["a network that is none", { ipRanges: ["10.0.0.0/8", "10.0.0.0/40"] }, "ip_ranges[1]"],
    [
      "too many networks",
      { ipRanges: Array.from({ length: 21 }, (_, n) => `10.0.0.${n}`) },
      "ip_ranges",
    ],
    ["a creator who is none", { createdBy: "ada" }, "created_by"],
  ])("refuses %s", async (_, part, field) => {
    await expect(issue(part)).rejects.toMatchObject({ fields: [{ field }] });
  });

  test("has room for two keys of each of twenty names, however many are asked for at once", async () => {
    const names = Array.from({ length: 22 }, (_, n) => `name ${n}`);
    const outcomes = await Promise.allSettled(names.map((name) => issue({ name })));
    const refused = outcomes.filter((one) => one.status === "rejected");
    expect(refused.map(({ reason }) => reason.reason)).toEqual(["API_KEY_LIMIT", "API_KEY_LIMIT"]);
    const made = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value?.name] : []));
    const [name = ""] = made;
    expect((await issue({ name }))?.name).toBe(name);
    await expect(issue({ name })).rejects.toMatchObject({ reason: "API_KEY_LIMIT" });
  });
});

describe("UpdateApiKey", () => {
  const update = async (apiKeyId: string | undefined, part: object) => {
    const request = { requestId: newId(), gameId, apiKeyId: apiKeyId ?? "", ...part };
    return (await game.client.updateApiKey(request)).apiKey;
  };
  const expireTime = timestampFromDate(new Date(Date.now() + MONTH_MS));

  test("changes what it is told and nothing else", async () => {
    const key = await issue({ name: "a", ipRanges: ["10.0.0.0/8"] });
    expect(await update(key?.id, {})).toEqual(key);
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
    let present = key;
    for (const [part, changed] of changes) {
      const next = await update(key?.id, part);
      expect(next).toEqual({ ...present, ...changed });
      present = next;
    }
    expect((await update(key?.id, { expiry: {} }))?.expireTime).toBeUndefined();
  });

  test("gives no name that two other keys have", async () => {
    await issue({ name: "taken" });
    const second = await issue({ name: "taken" });
    const other = await issue({ name: "other" });
    await expect(update(other?.id, { name: "taken" })).rejects.toMatchObject({
      reason: "API_KEY_LIMIT",
    });
    expect((await update(second?.id, { name: "taken" }))?.name).toBe("taken");
  });

  test("refuses a key that works no longer, an unknown one, and one of another game", async () => {
    const key = await issue();
    const apiKeyId = key?.id ?? "";
    await game.client.revokeApiKey({ requestId: newId(), gameId, apiKeyId });
    await expect(update(apiKeyId, { name: "x" })).rejects.toMatchObject({
      reason: "API_KEY_ENDED",
    });
    const missing = { reason: "API_KEY_NOT_FOUND" };
    await expect(update(newId(), { name: "x" })).rejects.toMatchObject(missing);
    const { game: other } = await game.client.createGame({ requestId: newId(), name: "Other" });
    const elsewhere = update(apiKeyId, { gameId: other?.id, name: "x" });
    await expect(elsewhere).rejects.toMatchObject(missing);
  });

  test.each([
    ["a blank name", { name: " " }, "name"],
    ["no name", { name: "" }, "name"],
    ["a network that is none", { ipRanges: { ranges: ["nowhere"] } }, "ip_ranges.ranges[0]"],
    ["an expiry in the past", { expiry: { expireTime: { seconds: 1n } } }, "expiry.expire_time"],
  ])("refuses %s", async (_, part, field) => {
    const key = await issue();
    await expect(update(key?.id, part)).rejects.toMatchObject({ fields: [{ field }] });
    expect(await listed()).toEqual([key]);
  });
});

describe("RecordApiKeyUses", () => {
  const record = (...uses: { apiKeyId?: string | undefined; at: Date; address: string }[]) =>
    game.client.recordApiKeyUses({
      uses: uses.map(({ apiKeyId, at, address }) => ({
        apiKeyId: apiKeyId ?? "",
        useTime: timestampFromDate(at),
        address,
      })),
    });
  const used = async () => {
    const [key] = await listed();
    const time = key?.lastUseTime && timestampDate(key.lastUseTime).toISOString();
    return [time, key?.lastUseAddress];
  };
  const at = (time: string) => new Date(`2026-01-02T${time}Z`);

  test("keeps the last minute and the address, whatever order uses come in", async () => {
    const apiKeyId = (await issue())?.id;
    expect(await used()).toEqual([undefined, ""]);
    await record(
      { apiKeyId, at: at("03:05:10.5"), address: "192.0.2.2" },
      { apiKeyId, at: at("03:04:59.9"), address: "192.0.2.1" },
    );
    expect(await used()).toEqual(["2026-01-02T03:05:00.000Z", "192.0.2.2"]);
    await record({ apiKeyId, at: at("03:05:50"), address: "192.0.2.3" });
    await record({ apiKeyId, at: at("03:01:00"), address: "192.0.2.3" });
    expect(await used()).toEqual(["2026-01-02T03:05:00.000Z", "192.0.2.2"]);
    await record({ apiKeyId, at: at("03:06:00"), address: "2001:db8::1" });
    expect(await used()).toEqual(["2026-01-02T03:06:00.000Z", "2001:db8::1"]);
  });

  test("believes no moment to come", async () => {
    const apiKeyId = (await issue())?.id;
    await record({ apiKeyId, at: new Date(Date.now() + MONTH_MS), address: "192.0.2.1" });
    const [time = ""] = await used();
    expect(Date.parse(time)).toBeLessThanOrEqual(Date.now());
  });

  test("leaves out unknown keys, and takes reports of the same keys at once", async () => {
    const [one, other] = [(await issue())?.id, (await issue())?.id];
    const uses = [one, other, newId()].map((apiKeyId) => ({
      apiKeyId,
      at: at("03:04:00"),
      address: "192.0.2.1",
    }));
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => record(...(n % 2 ? uses : uses.toReversed()))),
    );
    const addresses = (await listed()).map(({ lastUseAddress }) => lastUseAddress);
    expect(addresses).toEqual(["192.0.2.1", "192.0.2.1"]);
  });

  test("takes from 1 to 256 uses, each with an address", async () => {
    const use = { apiKeyId: newId(), at: at("03:04:00"), address: "192.0.2.1" };
    for (const many of [0, 257])
      await expect(record(...Array.from({ length: many }, () => use))).rejects.toMatchObject({
        fields: [{ field: "uses" }],
      });
    await expect(record({ ...use, address: "here" })).rejects.toMatchObject({
      fields: [{ field: "uses[0].address" }],
    });
  });
});
