import { createApiKey } from "@tms/kit/values/api-key";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { presentedKey, type PresentedKey } from "../../src/auth/credentials.ts";
import { createKeyCache } from "../../src/auth/keys/key-cache.ts";
import { createFakes } from "../support/fakes.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"] }));
afterEach(() => void vi.useRealTimers());

function presented(key: string): PresentedKey {
  const found = presentedKey({ "x-api-key": key });
  if (found === undefined) throw new Error("the header holds no key");
  return found;
}

test("a revocation takes effect when the answer is no longer fresh", async () => {
  const { clients, games } = createFakes();
  const { key, game } = games.add();
  const find = createKeyCache(clients.game);
  expect((await find(presented(key))).game.id).toBe(game.id);
  games.revoke(key);
  await expect(find(presented(key))).resolves.toBeDefined();
  vi.advanceTimersByTime(5_001);
  await expect(find(presented(key))).rejects.toThrow("API key");
});

test("a revocation takes effect in time, though it came while an answer was long under way", async () => {
  const { clients, games } = createFakes();
  const { key } = games.add();
  const { game } = clients;
  const find = createKeyCache({
    ...game,
    async batchAuthenticateApiKeys(...call) {
      const answer = await game.batchAuthenticateApiKeys(...call);
      games.revoke(key);
      vi.advanceTimersByTime(1_500);
      return answer;
    },
  });
  await expect(find(presented(key))).resolves.toBeDefined();
  vi.advanceTimersByTime(3_501);
  await expect(find(presented(key))).rejects.toThrow("API key");
});

test("a clock that was wrong for a while keeps no revoked key good", async () => {
  const { clients, games } = createFakes();
  const { key } = games.add();
  const find = createKeyCache(clients.game);
  const right = Date.now();
  vi.setSystemTime(right + 200_000);
  await find(presented(key));
  vi.setSystemTime(right);
  games.revoke(key);
  vi.advanceTimersByTime(5_001);
  await expect(find(presented(key))).rejects.toThrow("API key");
});

test.each(["expiry", "grace"] as const)("a key is not believed beyond its %s", async (end) => {
  const { clients, games, calls } = createFakes();
  const { key } = games.add();
  if (end === "expiry") games.expire(key, Date.now() + 1_000);
  else games.endGrace(key, Date.now() + 1_000);
  const find = createKeyCache(clients.game);
  await find(presented(key));
  vi.advanceTimersByTime(1_001);
  games.revoke(key);
  await expect(find(presented(key))).rejects.toThrow("API key");
  expect(calls).toHaveLength(2);
});

test("what cannot be a key is refused without asking anybody", async () => {
  const { clients, calls } = createFakes();
  const find = createKeyCache(clients.game);
  await expect(find(presented("tms_live_short"))).rejects.toThrow("API key");
  expect(calls).toHaveLength(0);
});

test("keys that come at the same time are asked about together", async () => {
  const { clients, games, calls } = createFakes();
  const good = Array.from({ length: 20 }, () => games.add());
  const find = createKeyCache(clients.game);
  const bad = Array.from({ length: 200 }, () => presented(createApiKey("live")));
  const refusals = bad.map((key) => expect(find(key)).rejects.toThrow("API key"));
  const callers = await Promise.all(good.map(({ key }) => find(presented(key))));
  await Promise.all(refusals);
  expect(callers.map(({ game }) => game.id)).toEqual(good.map(({ game }) => game.id));
  expect(calls).toHaveLength(1);
});

test("however many bad keys are tried, a good one is not forgotten", async () => {
  const { clients, games } = createFakes();
  const { key, game } = games.add();
  const find = createKeyCache(clients.game);
  await find(presented(key));
  for (let tried = 0; tried < 11_000; tried += 1_000)
    await Promise.allSettled(
      Array.from({ length: 1_000 }, () => find(presented(createApiKey("live")))),
    );
  games.away = true;
  vi.advanceTimersByTime(5_001);
  expect((await find(presented(key))).game.id).toBe(game.id);
});

test("a refusal is remembered too, more shortly", async () => {
  const { clients, calls } = createFakes();
  const find = createKeyCache(clients.game);
  const bad = presented(createApiKey("live"));
  await expect(find(bad)).rejects.toThrow("API key");
  await expect(find(bad)).rejects.toThrow("API key");
  expect(calls).toHaveLength(1);
  vi.advanceTimersByTime(1_001);
  await expect(find(bad)).rejects.toThrow("API key");
  expect(calls).toHaveLength(2);
});

describe("while the game service is away", () => {
  test("a key that was good stays good, and nobody waits after the first", async () => {
    const { clients, games, calls } = createFakes();
    const { key, game } = games.add();
    const find = createKeyCache(clients.game);
    await find(presented(key));
    games.away = true;
    vi.advanceTimersByTime(5_001);
    expect((await find(presented(key))).game.id).toBe(game.id);
    const asked = calls.length;
    await find(presented(key));
    expect(calls).toHaveLength(asked);
    games.away = Promise.withResolvers<void>().promise;
    vi.advanceTimersByTime(4_999);
    expect((await find(presented(key))).game.id).toBe(game.id);
    // In the background it is asked whether it is still away.
    await expect.poll(() => calls.length).toBe(asked + 1);
  });

  test("what one key found out is known of all", async () => {
    const { clients, games } = createFakes();
    const [one, other] = [games.add(), games.add()];
    const find = createKeyCache(clients.game);
    for (const { key } of [one, other]) await find(presented(key));
    games.away = true;
    vi.advanceTimersByTime(5_001);
    await find(presented(one.key));
    games.away = Promise.withResolvers<void>().promise;
    expect((await find(presented(other.key))).game.id).toBe(other.game.id);
  });

  test("a key is trusted no longer than ten minutes", async () => {
    const { clients, games } = createFakes();
    const { key } = games.add();
    const find = createKeyCache(clients.game);
    await find(presented(key));
    games.away = true;
    vi.advanceTimersByTime(599_000);
    await expect(find(presented(key))).resolves.toBeDefined();
    vi.advanceTimersByTime(1_001);
    await expect(find(presented(key))).rejects.toMatchObject({
      reason: "UNAVAILABLE",
    });
  });

  test("a key is not trusted beyond its expiry", async () => {
    const { clients, games } = createFakes();
    const { key } = games.add();
    games.expire(key, Date.now() + 20_000);
    const find = createKeyCache(clients.game);
    await find(presented(key));
    games.away = true;
    vi.advanceTimersByTime(20_000);
    await expect(find(presented(key))).rejects.toMatchObject({
      reason: "UNAVAILABLE",
    });
  });

  test("a key not seen before is not let in", async () => {
    const { clients, games } = createFakes();
    const { key } = games.add();
    games.away = true;
    const find = createKeyCache(clients.game);
    await expect(find(presented(key))).rejects.toMatchObject({
      reason: "UNAVAILABLE",
    });
  });

  test("a revocation takes effect within five seconds of its being back", async () => {
    const { clients, games } = createFakes();
    const { key } = games.add();
    const find = createKeyCache(clients.game);
    await find(presented(key));
    games.away = true;
    vi.advanceTimersByTime(5_001);
    await find(presented(key));
    games.away = false;
    games.revoke(key);
    vi.advanceTimersByTime(5_001);
    await expect(find(presented(key))).rejects.toThrow("API key");
  });
});

test("a key that was good is asked about again, however many are only tried", async () => {
  const { clients, games } = createFakes();
  const { key } = games.add();
  const digest = Buffer.from(presented(key).digest);
  const stuck = new Promise<never>(() => undefined);
  const game = {
    ...clients.game,
    batchAuthenticateApiKeys: (async (request, options) =>
      request.digests?.some((one) => digest.equals(one))
        ? await clients.game.batchAuthenticateApiKeys(request, options)
        : await stuck) satisfies typeof clients.game.batchAuthenticateApiKeys,
  };
  const find = createKeyCache(game);
  await find(presented(key));
  const tried = Array.from({ length: 9_000 }, () => find(presented(createApiKey("live"))));
  for (const one of tried) one.catch(() => undefined);
  vi.advanceTimersByTime(5_001);
  await expect(find(presented(key))).resolves.toBeDefined();
});
