import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { newId } from "@tms/kit/values/ids";
import { createApiKey } from "@tms/kit/values/secret";
import { vi } from "vitest";
import { createGame, watchCalls } from "../../../test/world/actions.ts";
import { describe, expect, test as base } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import { presentedKey } from "../../src/auth/credentials.ts";
import { createKeyCache, type PresentedKey, createKeyUses } from "../../src/auth/api-keys.ts";

const RPC = "BatchAuthenticateApiKeys";

function presented(secret: string): PresentedKey {
  const found = presentedKey({ "x-api-key": secret });
  if (found === undefined) throw new Error("the header holds no key");
  return found;
}

/** Issues a key of a new game. */
async function issueKey({ game }: World, expiresInMs?: number) {
  const { gameId } = await createGame({ game });
  const { apiKey, secret } = await game.issueApiKey({
    requestId: newId(),
    gameId,
    ...(expiresInMs && { expireTime: timestampFromMs(Date.now() + expiresInMs) }),
  });
  const apiKeyId = apiKey?.id ?? "";
  return {
    gameId,
    key: presented(secret),
    revoke: () => game.revokeApiKey({ requestId: newId(), gameId, apiKeyId }),
    roll: (graceSeconds: number) =>
      game.rollApiKey({ requestId: newId(), gameId, apiKeyId, graceSeconds }),
  };
}

/** `pass` advances the clocks of the process. `find` looks keys up in a new cache. */
const test = base
  .extend("pass", ({}, { onCleanup }) => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    onCleanup(() => void vi.useRealTimers());
    return (ms: number) => void vi.advanceTimersByTime(ms);
  })
  .extend("find", ({ world }) => createKeyCache(world.clients.game))
  .extend("issued", async ({ world, pass }) => {
    pass(0);
    return await issueKey(world);
  });

describe("a key cache", () => {
  test("notices a revocation, even if the clock is set back", async ({ find, issued, pass }) => {
    const right = Date.now();
    vi.setSystemTime(right + 200_000);
    expect((await find(issued.key)).game.id).toBe(issued.gameId);
    vi.setSystemTime(right);
    await issued.revoke();
    await expect(find(issued.key)).resolves.toBeDefined();
    pass(5_001);
    await expect(find(issued.key)).rejects.toThrow("API key");
  });

  test("asks again after the expiry and the end of the grace", async ({ world, find, pass }) => {
    const expiring = await issueKey(world, 3_600_000);
    const rolled = await issueKey(world);
    await rolled.roll(3_600);
    const calls = watchCalls(world, RPC);
    for (const { key } of [expiring, rolled]) await find(key);
    for (const { revoke } of [expiring, rolled]) await revoke();
    expect(calls()).toHaveLength(2);
    using _outage = world.fail(RPC);
    pass(3_600_001);
    for (const { key } of [expiring, rolled])
      await expect(find(key)).rejects.toMatchObject({ reason: "UNAVAILABLE" });
  });

  test("asks together about keys that arrive together, by digest", async ({ world, find }) => {
    const good = await Promise.all(Array.from({ length: 5 }, () => issueKey(world)));
    const bad = Array.from({ length: 200 }, () => presented(createApiKey("live")));
    const calls = watchCalls(world, RPC);
    const refusals = bad.map((key) => expect(find(key)).rejects.toThrow("API key"));
    const found = await Promise.all([...good, ...good].map(({ key }) => find(key)));
    await Promise.all(refusals);
    expect(found.map(({ game }) => game.id)).toEqual([...good, ...good].map((key) => key.gameId));
    expect(calls()).toHaveLength(1);
    expect(Object.keys(calls()[0]?.request as object)).toEqual(["$typeName", "digests"]);
  });

  test("remembers a refusal for a second", async ({ world, find, pass }) => {
    const calls = watchCalls(world, RPC);
    const bad = presented(createApiKey("live"));
    for (const count of [1, 1, 2]) {
      await expect(find(bad)).rejects.toThrow("API key");
      expect(calls()).toHaveLength(count);
      if (count === 1) pass(600);
    }
  });

  test("keeps good keys while many bad keys are tried", async ({ world, find, issued, pass }) => {
    await find(issued.key);
    for (let tried = 0; tried < 11_000; tried += 1_000)
      await Promise.allSettled(
        Array.from({ length: 1_000 }, () => find(presented(createApiKey("live")))),
      );
    using _outage = world.fail(RPC);
    pass(5_001);
    expect((await find(issued.key)).game.id).toBe(issued.gameId);
  });
});

describe("while the game service is away, a key cache", () => {
  test("keeps good keys, and delays only one request", async ({ world, find, issued, pass }) => {
    const other = await issueKey(world);
    for (const { key } of [issued, other]) await find(key);
    const calls = watchCalls(world, RPC);
    {
      using _outage = world.fail(RPC);
      pass(5_001);
      expect((await find(issued.key)).game.id).toBe(issued.gameId);
      expect((await find(issued.key)).game.id).toBe(issued.gameId);
      expect(calls()).toHaveLength(1);
    }
    using silence = world.hold(RPC);
    expect((await find(other.key)).game.id).toBe(other.gameId);
    pass(4_999);
    expect((await find(issued.key)).game.id).toBe(issued.gameId);
    // In the background it is asked whether it is still away.
    await silence.met;
  });

  test("trusts only known keys, for ten minutes", async ({ world, find, issued, pass }) => {
    const unknown = await issueKey(world);
    await find(issued.key);
    using _outage = world.fail(RPC);
    await expect(find(unknown.key)).rejects.toMatchObject({ reason: "UNAVAILABLE" });
    pass(599_000);
    await expect(find(issued.key)).resolves.toBeDefined();
    pass(1_001);
    await expect(find(issued.key)).rejects.toMatchObject({ reason: "UNAVAILABLE" });
  });

  test("sees revocations five seconds after its return", async ({ world, find, issued, pass }) => {
    await find(issued.key);
    {
      using _outage = world.fail(RPC);
      pass(5_001);
      await find(issued.key);
    }
    await issued.revoke();
    pass(5_001);
    await expect(find(issued.key)).rejects.toThrow("API key");
  });
});

describe("uses of keys", () => {
  const notes = base.extend("uses", ({ world }, { onCleanup }) => {
    const minute = Math.floor(Date.now() / 60_000) * 60_000;
    vi.useFakeTimers({ toFake: ["Date"], now: minute });
    onCleanup(() => void vi.useRealTimers());
    const calls = watchCalls(world, "RecordApiKeyUses");
    const told = () =>
      calls().flatMap(
        ({ request }) => (request as { uses: { apiKeyId: string; address: string }[] }).uses,
      );
    const pass = (ms: number) => void vi.advanceTimersByTime(ms);
    return { told, pass, note: createKeyUses(world.clients.game) };
  });

  notes("travel together, one of each key a minute", async ({ uses: { told, pass, note } }) => {
    const [one, other, another] = [newId(), newId(), newId()];
    for (let n = 0; n < 100; n++) note(one, "203.0.113.7");
    note(other, "::ffff:203.0.113.8");
    expect(told()).toEqual([]);
    await vi.waitFor(() => expect(told()).toHaveLength(2), 30_000);
    note(one, "203.0.113.9");
    note(another, "203.0.113.9");
    await vi.waitFor(() => expect(told()).toHaveLength(3), 30_000);
    pass(60_000);
    note(one, "203.0.113.10");
    await vi.waitFor(() => expect(told()).toHaveLength(4), 30_000);
    expect(told()).toMatchObject([
      { apiKeyId: one, address: "203.0.113.7" },
      { apiKeyId: other, address: "203.0.113.8" },
      { apiKeyId: another, address: "203.0.113.9" },
      { apiKeyId: one, address: "203.0.113.10" },
    ]);
  });
});
