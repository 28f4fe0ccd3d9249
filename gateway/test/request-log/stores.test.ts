import { createLogger } from "@tms/kit/process/log";
import { createShutdown } from "@tms/kit/process/shutdown";
import { newId } from "@tms/kit/values/ids";
import { Redis } from "ioredis";
import { afterAll, describe, expect, test } from "vitest";
import type { RequestRecord, RequestStore } from "../../src/request-log/store.ts";
import {
  createFallbackStore,
  createMemoryRequestStore,
  createRedisRequestStore,
  openRequestStore,
} from "../../src/request-log/stores.ts";
import { searchRequests, type RequestFilter } from "../../src/request-log/search.ts";

const REDIS_URL = process.env["TMS_TEST_REDIS_URL"];
const KEY = newId();

const record = (more: Partial<RequestRecord> = {}): RequestRecord => ({
  requestId: newId(),
  at: Date.now(),
  method: "GET",
  path: "/account",
  status: 200,
  durationMs: 1,
  caller: { type: "api_key", id: KEY },
  address: "192.0.2.1",
  code: null,
  body: null,
  idempotencyKey: null,
  replayed: false,
  leftOut: 0,
  ...more,
});

/** What the log promises over every store. */
function promises(store: () => RequestStore) {
  const append = (gameId: string, records: readonly RequestRecord[]) =>
    store().append(records.map((one) => ({ gameId, record: one })));

  async function pagesOf(gameId: string, filter: RequestFilter, limit: number) {
    const found: RequestRecord[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page = await searchRequests(store(), gameId, filter, { limit, cursor });
      expect(page.requests.length).toBeLessThanOrEqual(limit);
      found.push(...page.requests);
      cursor = page.nextCursor;
    }
    return found;
  }

  test.each([1, 3, 7, 100])("pages of %i hold every request once", async (limit) => {
    const gameId = newId();
    const records = Array.from({ length: 20 }, (_, n) => record({ status: n % 3 ? 200 : 404 }));
    for (const one of records) await append(gameId, [one]);
    const ids = (await pagesOf(gameId, {}, limit)).map(({ requestId }) => requestId);
    expect(ids.toSorted()).toEqual(records.map(({ requestId }) => requestId).toSorted());
  });

  test("what comes while one pages shifts nothing", async () => {
    const gameId = newId();
    const records = Array.from({ length: 6 }, () => record());
    await append(gameId, records);
    const first = await searchRequests(store(), gameId, {}, { limit: 4, cursor: "" });
    await append(gameId, [record({ status: 404 }), record()]);
    const cursor = first.nextCursor ?? "";
    const second = await searchRequests(store(), gameId, {}, { limit: 9, cursor });
    const told = [...first.requests, ...second.requests].map(({ requestId }) => requestId);
    expect(told).toEqual(records.map(({ requestId }) => requestId).toReversed());
  });

  test("each filter narrows", async () => {
    const gameId = newId();
    const now = Date.now();
    const kept = [
      record({ at: now - 5_000 }),
      record({ at: now - 4_000, status: 404, code: "gamer_not_found", path: "/gamer/x" }),
      record({ at: now - 3_000, status: 409, code: "tournament_full", method: "POST" }),
      record({ at: now - 2_000, status: 201, method: "POST", path: "/gamer/create" }),
      record({ at: now - 1_000, caller: { type: "user", id: KEY }, status: 503 }),
    ];
    await append(gameId, kept);
    const filters: [RequestFilter, number[]][] = [
      [{}, [0, 1, 2, 3, 4]],
      [{ status: "4xx" }, [1, 2]],
      [{ status: "201" }, [3]],
      [{ method: "POST" }, [2, 3]],
      [{ path: "/gamer" }, [1, 3]],
      [{ keyId: KEY }, [0, 1, 2, 3]],
      [{ caller: "user" }, [4]],
      [{ problem: "tournament_full" }, [2]],
      [{ from: now - 3_000, to: now - 1_000 }, [2, 3]],
      [{ keyId: newId() }, []],
    ];
    for (const [filter, expected] of filters) {
      const found = (await pagesOf(gameId, filter, 2)).map((one) =>
        kept.findIndex((k) => k.requestId === one.requestId),
      );
      expect([filter, found.toSorted((a, b) => a - b)]).toEqual([filter, expected]);
    }
  });

  test("a page says how many were left out, and one that finds nothing has an end", async () => {
    const gameId = newId();
    await append(gameId, [record({ leftOut: 7 }), record({ leftOut: 5, status: 404 })]);
    const page = await searchRequests(store(), gameId, { path: "/no" }, { limit: 5, cursor: "" });
    expect(page).toEqual({ requests: [], nextCursor: null, leftOut: 12 });
  });

  test("a page looks at 4,000 requests at most, and the next one goes on", async () => {
    const gameId = newId();
    const wanted = record({ path: "/first" });
    await append(gameId, [wanted, ...Array.from({ length: 4_500 }, () => record())]);
    const first = await searchRequests(store(), gameId, { path: "/f" }, { limit: 5, cursor: "" });
    expect(first.requests).toEqual([]);
    expect(first.nextCursor).not.toBeNull();
    expect(await pagesOf(gameId, { path: "/f" }, 5)).toEqual([wanted]);
    expect(await store().find(gameId, wanted.requestId)).toEqual(wanted);
  });

  test("a cursor goes on if the filters come in another order", async () => {
    const gameId = newId();
    const [newer, older] = [record(), record()];
    await append(gameId, [older, newer]);
    const { nextCursor } = await searchRequests(
      store(),
      gameId,
      { path: "/", method: older.method },
      { limit: 1, cursor: "" },
    );
    const second = await searchRequests(
      store(),
      gameId,
      { method: older.method, path: "/" },
      { limit: 1, cursor: nextCursor ?? "" },
    );
    expect(second.requests).toEqual([older]);
  });

  test("a cursor of another filter or environment is refused", async () => {
    const gameId = newId();
    await append(gameId, [record(), record()]);
    const { nextCursor } = await searchRequests(store(), gameId, {}, { limit: 1, cursor: "" });
    const page = { limit: 1, cursor: nextCursor ?? "" };
    for (const [game, filter] of [
      [gameId, { path: "/a" }],
      [newId(), {}],
    ] as const)
      await expect(searchRequests(store(), game, filter, page)).rejects.toMatchObject({
        reason: "INVALID_PAGE_TOKEN",
      });
  });
}

describe("in the process", () => {
  const store = createMemoryRequestStore();
  promises(() => store);

  test("a request is found by its id until it no longer fits, the newest of several", async () => {
    const small = createMemoryRequestStore(100_000);
    const gameId = newId();
    const [twice, gone] = [newId(), newId()];
    const append = (requestId: string, path: string) =>
      small.append([{ gameId, record: record({ requestId, path, body: "x".repeat(4_000) }) }]);
    await append(gone, "/gone");
    await append(twice, "/first");
    await append(twice, "/second");
    expect((await small.find(gameId, gone))?.path).toBe("/gone");
    expect((await small.find(gameId, twice))?.path).toBe("/second");
    expect(await small.find(newId(), twice)).toBeUndefined();
    for (let n = 0; n < 9; n++) await append(newId(), "/later");
    expect(await small.find(gameId, gone)).toBeUndefined();
    expect((await small.find(gameId, twice))?.path).toBe("/second");
  });
});

describe.skipIf(REDIS_URL === undefined)("in Redis", () => {
  const redis = new Redis(REDIS_URL ?? "", { lazyConnect: true });
  afterAll(() => redis.disconnect());
  const store = createRedisRequestStore(redis);
  promises(() => store);

  test("some 10,000 of each kind are kept, for three days", async () => {
    const gameId = newId();
    const many = (status: number) => Array.from({ length: 10_500 }, () => record({ status }));
    for (const status of [200, 404])
      await store.append(many(status).map((one) => ({ gameId, record: one })));
    for (const kind of ["success", "failure"]) {
      const key = `tms:requests:${gameId}:${kind}`;
      expect(await redis.xlen(key)).toBeLessThanOrEqual(10_200);
      expect(await redis.xlen(key)).toBeGreaterThanOrEqual(10_000);
      expect(await redis.pttl(key)).toBeGreaterThan(2.9 * 86_400_000);
      await redis.del(key);
    }
  });
});

test("with Redis away a replica tells what it answered itself", async () => {
  const log = createLogger("gateway", "silent");
  const shutdown = createShutdown(log);
  // Port 1 is served by nobody.
  const store = openRequestStore("redis://127.0.0.1:1", log, shutdown);
  const [gameId, one] = [newId(), record()];
  await store.append([{ gameId, record: one }]);
  expect(await store.find(gameId, one.requestId)).toEqual(one);
  await shutdown.run();
});

test("what Redis lost, the replica that answered it still finds", async () => {
  const [lost, own] = [createMemoryRequestStore(), createMemoryRequestStore()];
  const [gameId, one] = [newId(), record()];
  await own.append([{ gameId, record: one }]);
  const store = createFallbackStore(lost, own, createLogger("gateway", "silent"));
  expect(await store.find(gameId, one.requestId)).toEqual(one);
  expect(await store.find(newId(), one.requestId)).toBeUndefined();
});
