import { once } from "node:events";
import { newId } from "@tms/kit/values/ids";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMemoryStore } from "../../src/idempotency/memory-store.ts";
import { createRedisStore } from "../../src/idempotency/redis-store.ts";
import type { IdempotencyStore, StoredAnswer } from "../../src/idempotency/store.ts";

const REDIS_URL = process.env["TMS_TEST_REDIS_URL"];
const ANSWER: StoredAnswer = { status: 201, headers: { "content-type": "x/y" }, body: '{"ü":1}' };

/** What every store promises. */
function promises(store: () => IdempotencyStore) {
  async function begun(id: string, fingerprint = "f"): Promise<string> {
    const beginning = await store().begin(id, fingerprint);
    if (beginning.kind !== "begun") throw new Error(`it is ${beginning.kind}`);
    return beginning.token;
  }

  test("of many beginnings at once only one is the first", async () => {
    const id = newId();
    const all = await Promise.all(Array.from({ length: 20 }, () => store().begin(id, "f")));
    expect(all.filter(({ kind }) => kind === "begun")).toHaveLength(1);
    expect(all.filter(({ kind }) => kind === "inFlight")).toHaveLength(19);
  });

  test("an answer is kept with its request's fingerprint", async () => {
    const id = newId();
    await store().finish(id, await begun(id), "f", ANSWER);
    expect(await store().begin(id, "g")).toEqual({
      kind: "answered",
      fingerprint: "f",
      answer: ANSWER,
    });
  });

  test("requests that begin, or end, at once are told apart", async () => {
    const [ended, waiting, fresh] = [300, 300, 300].map((count) =>
      Array.from({ length: count }, newId),
    ) as [string[], string[], string[]];
    const tokens = await Promise.all([...ended, ...waiting].map((id) => begun(id, `of ${id}`)));
    const answerTo = (id: string): StoredAnswer => ({ ...ANSWER, body: id });
    await Promise.all(
      ended.map((id, at) => store().finish(id, tokens[at] ?? "", `of ${id}`, answerTo(id))),
    );
    const asked = ended.flatMap((id, at) => [id, waiting[at] ?? "", fresh[at] ?? ""]);
    const told = await Promise.all(asked.map((id) => store().begin(id, "again")));
    told.forEach((beginning, at) => {
      const fingerprint = `of ${asked[at]}`;
      const answer = answerTo(asked[at] ?? "");
      if (at % 3 === 0) expect(beginning).toEqual({ kind: "answered", fingerprint, answer });
      if (at % 3 === 1) expect(beginning).toEqual({ kind: "inFlight", fingerprint });
      if (at % 3 === 2) expect(beginning.kind).toBe("begun");
    });
  });

  test("a released request can begin again", async () => {
    const id = newId();
    await store().release(id, await begun(id), "f");
    await begun(id);
  });

  test("a reserved key begins again for its own request alone, which may end as any", async () => {
    const id = newId();
    await store().reserve(id, await begun(id), "f");
    expect(await store().begin(id, "g")).toEqual({ kind: "inFlight", fingerprint: "f" });
    const token = await begun(id);
    expect(await store().begin(id, "f")).toEqual({ kind: "inFlight", fingerprint: "f" });
    await store().finish(id, token, "f", ANSWER);
    expect((await store().begin(id, "f")).kind).toBe("answered");
  });

  test("only who holds the marker ends it", async () => {
    const id = newId();
    const token = await begun(id);
    await store().release(id, newId(), "f");
    await store().finish(id, newId(), "f", ANSWER);
    expect((await store().begin(id, "f")).kind).toBe("inFlight");
    await store().finish(id, token, "f", ANSWER);
    await store().release(id, newId(), "f");
    expect((await store().begin(id, "f")).kind).toBe("answered");
  });
}

describe("the store in the process", () => {
  const store = createMemoryStore();
  promises(() => store);

  test("is bounded", async () => {
    const small = createMemoryStore(10_000);
    const ids = Array.from({ length: 100 }, newId);
    for (const id of ids) await small.begin(id, "f");
    const kinds = await Promise.all(
      ids.slice(0, 10).map(async (id) => (await small.begin(id, "f")).kind),
    );
    expect(kinds).toContain("begun");
  });
});

describe.skipIf(REDIS_URL === undefined)("the store in Redis (needs TMS_TEST_REDIS_URL)", () => {
  let redis: Redis;
  let shared: IdempotencyStore;
  beforeAll(() => {
    redis = new Redis(REDIS_URL ?? "");
    // Of the many stores that share it.
    redis.setMaxListeners(0);
    shared = createRedisStore(redis);
  });
  afterAll(() => redis.disconnect());
  describe("asked by one replica", () => {
    promises(() => shared);
  });
  describe("asked by many", () => {
    promises(() => createRedisStore(redis));
  });

  test("lets markers of a crashed replica expire, and answers after a day", async () => {
    const id = newId();
    const store = createRedisStore(redis);
    const beginning = await store.begin(id, "f");
    const key = `tms:idempotency:${id}`;
    expect(await redis.pttl(key)).toBeLessThanOrEqual(30_000);
    expect(await redis.pttl(key)).toBeGreaterThan(10_000);
    if (beginning.kind === "begun") await store.finish(id, beginning.token, "f", ANSWER);
    expect(await redis.pttl(key)).toBeGreaterThan(86_000_000);
  });

  test("keeps an answer although Redis was emptied meanwhile", async () => {
    const id = newId();
    const store = createRedisStore(redis);
    const beginning = await store.begin(id, "f");
    await redis.del(`tms:idempotency:${id}`);
    if (beginning.kind === "begun") await store.finish(id, beginning.token, "f", ANSWER);
    expect((await store.begin(id, "f")).kind).toBe("answered");
  });

  test.each(["release", "reserve", "finish"] as const)(
    "lets a request whose %s found Redis out of reach begin again once it is back",
    async (ending) => {
      const own = new Redis(REDIS_URL ?? "", {
        enableOfflineQueue: false,
        retryStrategy: () => 10,
      });
      await once(own, "ready");
      const store = createRedisStore(own);
      const id = newId();
      const beginning = await store.begin(id, "f");
      const token = beginning.kind === "begun" ? beginning.token : "";
      own.disconnect(true);
      await expect(store[ending](id, token, "f", ANSWER)).rejects.toThrow("writeable");
      expect((await shared.begin(id, "f")).kind).toBe("inFlight");
      await once(own, "ready");
      expect((await store.begin(id, "f")).kind).toBe("begun");
      own.disconnect();
    },
  );
});
