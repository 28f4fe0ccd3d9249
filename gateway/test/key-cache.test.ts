import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createApiKey, digestApiKey } from "@tms/kit/api-key";
import { createKeyCache } from "../src/auth/key-cache.ts";
import { createFakes } from "./support/fakes.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const admitted = async () => undefined;

test("a revocation takes effect when the answer is no longer fresh", async () => {
  const { clients, games } = createFakes();
  const { key, game } = games.add();
  const find = createKeyCache(clients.game);
  expect((await find(digestApiKey(key), admitted)).game.id).toBe(game.id);
  games.revoke(key);
  await expect(find(digestApiKey(key), admitted)).resolves.toBeDefined();
  vi.setSystemTime(Date.now() + 5_001);
  await expect(find(digestApiKey(key), admitted)).rejects.toThrow("API key");
});

test("a key is not believed beyond its expiry", async () => {
  const { clients, games, calls } = createFakes();
  const { key } = games.add();
  games.expire(key, Date.now() + 1_000);
  const find = createKeyCache(clients.game);
  await find(digestApiKey(key), admitted);
  vi.setSystemTime(Date.now() + 1_001);
  games.revoke(key);
  await expect(find(digestApiKey(key), admitted)).rejects.toThrow("API key");
  expect(calls).toHaveLength(2);
});

test("only keys not known to be good have to be admitted", async () => {
  const { clients, games } = createFakes();
  const { key } = games.add();
  const admit = vi.fn<() => Promise<void>>(admitted);
  const find = createKeyCache(clients.game);
  await find(digestApiKey(key), admit);
  vi.setSystemTime(Date.now() + 60_000);
  await find(digestApiKey(key), admit);
  expect(admit).toHaveBeenCalledTimes(1);
});

test("a refusal is remembered too, more shortly", async () => {
  const { clients, calls } = createFakes();
  const find = createKeyCache(clients.game);
  const digest = digestApiKey(createApiKey("live"));
  await expect(find(digest, admitted)).rejects.toThrow("API key");
  await expect(find(digest, admitted)).rejects.toThrow("API key");
  expect(calls).toHaveLength(1);
  vi.setSystemTime(Date.now() + 1_001);
  await expect(find(digest, admitted)).rejects.toThrow("API key");
  expect(calls).toHaveLength(2);
});

describe("while the game service is away", () => {
  test("a key that was good stays good, and nobody waits after the first", async () => {
    const { clients, games, calls } = createFakes();
    const { key, game } = games.add();
    const find = createKeyCache(clients.game);
    await find(digestApiKey(key), admitted);
    games.away = true;
    vi.setSystemTime(Date.now() + 5_001);
    expect((await find(digestApiKey(key), admitted)).game.id).toBe(game.id);
    const asked = calls.length;
    await find(digestApiKey(key), admitted);
    expect(calls).toHaveLength(asked);
    games.away = Promise.withResolvers<void>().promise;
    vi.setSystemTime(Date.now() + 4_999);
    expect((await find(digestApiKey(key), admitted)).game.id).toBe(game.id);
    // In the background it is asked whether it is still away.
    await expect.poll(() => calls.length).toBe(asked + 1);
  });

  test("what one key found out is known of all", async () => {
    const { clients, games } = createFakes();
    const [one, other] = [games.add(), games.add()];
    const find = createKeyCache(clients.game);
    for (const { key } of [one, other]) await find(digestApiKey(key), admitted);
    games.away = true;
    vi.setSystemTime(Date.now() + 5_001);
    await find(digestApiKey(one.key), admitted);
    games.away = Promise.withResolvers<void>().promise;
    expect((await find(digestApiKey(other.key), admitted)).game.id).toBe(other.game.id);
  });

  test("a key is trusted no longer than ten minutes", async () => {
    const { clients, games } = createFakes();
    const { key } = games.add();
    const find = createKeyCache(clients.game);
    await find(digestApiKey(key), admitted);
    games.away = true;
    vi.setSystemTime(Date.now() + 599_000);
    await expect(find(digestApiKey(key), admitted)).resolves.toBeDefined();
    vi.setSystemTime(Date.now() + 1_001);
    await expect(find(digestApiKey(key), admitted)).rejects.toMatchObject({
      reason: "UNAVAILABLE",
    });
  });

  test("a key is not trusted beyond its expiry", async () => {
    const { clients, games } = createFakes();
    const { key } = games.add();
    games.expire(key, Date.now() + 20_000);
    const find = createKeyCache(clients.game);
    await find(digestApiKey(key), admitted);
    games.away = true;
    vi.setSystemTime(Date.now() + 20_000);
    await expect(find(digestApiKey(key), admitted)).rejects.toMatchObject({
      reason: "UNAVAILABLE",
    });
  });

  test("a key not seen before is not let in", async () => {
    const { clients, games } = createFakes();
    const { key } = games.add();
    games.away = true;
    const find = createKeyCache(clients.game);
    await expect(find(digestApiKey(key), admitted)).rejects.toMatchObject({
      reason: "UNAVAILABLE",
    });
  });

  test("a revocation takes effect within five seconds of its being back", async () => {
    const { clients, games } = createFakes();
    const { key } = games.add();
    const find = createKeyCache(clients.game);
    await find(digestApiKey(key), admitted);
    games.away = true;
    vi.setSystemTime(Date.now() + 5_001);
    await find(digestApiKey(key), admitted);
    games.away = false;
    games.revoke(key);
    vi.setSystemTime(Date.now() + 5_001);
    await expect(find(digestApiKey(key), admitted)).rejects.toThrow("API key");
  });
});
