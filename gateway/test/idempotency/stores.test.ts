import { once } from "node:events";
import { createLogger } from "@tms/kit/process/log";
import { createShutdown } from "@tms/kit/process/shutdown";
import { newId } from "@tms/kit/values/ids";
import fc from "fast-check";
import { Redis } from "ioredis";
import { describe, expect, test as base } from "../../../test/world/test.ts";
import { createMemoryStore, createRedisStore } from "../../src/idempotency/stores.ts";
import { mayBegin, type IdempotencyStore, type KeyRecord } from "../../src/idempotency/store.ts";
import { openRedis } from "../../src/redis.ts";

const REDIS_URL = process.env["TMS_TEST_REDIS_URL"];

type Open = () => IdempotencyStore;

/** `open` opens a store. In Redis, `redis` is a connection of the file's own. */
const inProcess = base.extend("open", { scope: "file" }, (): Open => {
  const store = createMemoryStore();
  return () => store;
});
const test = base
  .extend("redis", { scope: "file" }, ({}, { onCleanup }) => {
    const redis = new Redis(REDIS_URL ?? "");
    // Many stores share it.
    redis.setMaxListeners(0);
    onCleanup(() => redis.disconnect());
    return redis;
  })
  .extend(
    "open",
    ({ redis }): Open =>
      () =>
        createRedisStore(redis),
  );

const someKey = fc.nat(2);
// A request may be ended by any that ever began one, the current or a late one.
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant("begin" as const), key: someKey, body: fc.nat(1) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom("finish" as const, "release" as const, "reserve" as const),
      key: someKey,
      who: fc.nat(3),
    }),
  },
);

interface Held {
  token: string;
  fingerprint: string;
  state: KeyRecord["state"];
}

/** A model of a store. Only the holder of the marker ends a request, but a lost answer may be kept. */
class StoreModel {
  private readonly held = new Map<number, Held>();

  find = (key: number) => {
    const { fingerprint, state } = this.held.get(key) ?? {};
    return fingerprint === undefined ? undefined : { fingerprint, state };
  };

  began = (key: number, token: string, fingerprint: string) =>
    this.held.set(key, { token, fingerprint, state: "inFlight" });

  finish(key: number, held: Held): void {
    const present = this.held.get(key);
    if (!present || (present.token === held.token && present.state === "inFlight"))
      this.held.set(key, held);
  }

  release(key: number, token: string): void {
    const present = this.held.get(key);
    if (present?.token === token && present.state === "inFlight") this.held.delete(key);
  }
}

const answerOf = (body: string) => ({ status: 201, headers: { "x-a": "b" }, body: `ü ${body}` });
const stateOf = async (beginning: ReturnType<IdempotencyStore["begin"]>) => {
  const { state = "begun" } = (await beginning).held ?? {};
  return typeof state === "string" ? state : "answered";
};

const expectHeld = (held: object | undefined, expected: object | undefined) =>
  expected ? expect(held).toMatchObject(expected) : expect(held).toBeUndefined();

/** The promises of each store. */
function promises(
  it: (name: string, body: (context: { open: Open }) => Promise<void>) => void,
): void {
  it("does what its model does, for any order of beginnings and ends", async ({ open }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const [store, model, run] = [open(), new StoreModel(), newId()];
        const begun: { token: string; fingerprint: string }[][] = [[], [], []];
        for (const [index, asked] of steps.entries()) {
          const id = `${run}/${asked.key}`;
          if (asked.does === "begin") {
            const fingerprint = `f${asked.body}`;
            const beginning = await store.begin(id, fingerprint);
            expectHeld(beginning.held, model.find(asked.key));
            if (!mayBegin(beginning.held, fingerprint)) continue;
            model.began(asked.key, beginning.token, fingerprint);
            begun[asked.key]!.unshift({ token: beginning.token, fingerprint });
            continue;
          }
          const one = begun[asked.key]![asked.who];
          if (!one) continue;
          if (asked.does === "finish") {
            const state = answerOf(`a${index}`);
            await store.finish(id, one.token, one.fingerprint, state);
            model.finish(asked.key, { ...one, state });
          } else if (asked.does === "reserve") {
            await store.reserve(id, one.token, one.fingerprint);
            model.finish(asked.key, { ...one, state: "reserved" });
          } else {
            await store.release(id, one.token, one.fingerprint);
            model.release(asked.key, one.token);
          }
        }
        for (const key of [0, 1, 2]) {
          expectHeld(await store.find(`${run}/${key}`), model.find(key));
          expectHeld((await store.begin(`${run}/${key}`, "last")).held, model.find(key));
        }
      }),
      { numRuns: 150 },
    );
  });

  it("lets one of many beginnings at once be the first", async ({ open }) => {
    const id = newId();
    const all = Array.from({ length: 20 }, () => stateOf(open().begin(id, "f")));
    expect((await Promise.all(all)).toSorted()).toEqual([
      "begun",
      ...Array<string>(19).fill("inFlight"),
    ]);
  });

  it("tells requests apart that begin, or end, at once", async ({ open }) => {
    const ids = Array.from({ length: 300 }, newId);
    const asked = ids.flatMap((id) => [`ended ${id}`, `waiting ${id}`, `new ${id}`]);
    const begin = async (id: string) => (await open().begin(id, `of ${id}`)).token;
    const begun = asked.filter((id) => !id.startsWith("new"));
    const tokens = new Map(
      await Promise.all(begun.map(async (id) => [id, await begin(id)] as const)),
    );
    const ended = asked.filter((id) => id.startsWith("ended"));
    await Promise.all(
      ended.map((id) => open().finish(id, tokens.get(id) ?? "", `of ${id}`, answerOf(id))),
    );
    const told = await Promise.all(asked.map((id) => open().begin(id, "again")));
    for (const [at, id] of asked.entries()) {
      const fingerprint = `of ${id}`;
      if (id.startsWith("ended"))
        expect(told[at]?.held).toMatchObject({ fingerprint, state: answerOf(id) });
      else if (tokens.has(id))
        expect(told[at]?.held).toMatchObject({ fingerprint, state: "inFlight" });
      else expect(told[at]?.held).toBeUndefined();
    }
  });
}

describe("the store in the process", () => {
  promises(inProcess);

  inProcess("is bounded", async () => {
    const small = createMemoryStore(10_000);
    const ids = Array.from({ length: 100 }, newId);
    for (const id of ids) await small.begin(id, "f");
    const states = ids.slice(0, 10).map((id) => stateOf(small.begin(id, "f")));
    expect(await Promise.all(states)).toContain("begun");
  });
});

const ANSWER = answerOf("1");

describe.skipIf(REDIS_URL === undefined)("the store in Redis", () => {
  promises(test);

  test("lets markers of a crashed replica expire, and answers after a day", async ({ redis }) => {
    const id = newId();
    const store = createRedisStore(redis);
    const { token } = await store.begin(id, "f");
    const key = `tms:idempotency:${id}`;
    expect(await redis.pttl(key)).toBeLessThanOrEqual(30_000);
    expect(await redis.pttl(key)).toBeGreaterThan(10_000);
    await store.finish(id, token, "f", ANSWER);
    expect(await redis.pttl(key)).toBeGreaterThan(86_000_000);
  });

  test.for(["release", "reserve", "finish"] as const)(
    "lets a request whose %s found Redis out of reach begin again once it is back",
    async (ending, { open }) => {
      const own = new Redis(REDIS_URL ?? "", {
        enableOfflineQueue: false,
        retryStrategy: () => 10,
      });
      await once(own, "ready");
      const store = createRedisStore(own);
      const id = newId();
      const { token } = await store.begin(id, "f");
      own.disconnect(true);
      await expect(store[ending](id, token, "f", ANSWER)).rejects.toThrow("writeable");
      expect(await stateOf(open().begin(id, "f"))).toBe("inFlight");
      await once(own, "ready");
      expect(await stateOf(store.begin(id, "f"))).toBe("begun");
      own.disconnect();
    },
  );
});

describe.skipIf(REDIS_URL === undefined)("a connection to Redis", () => {
  const LIMIT_MS = 300;
  const opened = base.extend("opened", async ({}, { onCleanup }) => {
    const log = createLogger("gateway", "silent");
    const shutdown = createShutdown(log);
    const url = REDIS_URL ?? "";
    const redis = openRedis({ url, purpose: "a test", commandLimitMs: LIMIT_MS }, log, shutdown);
    onCleanup(() => shutdown.run());
    await once(redis, "ready");
    return redis;
  });

  opened("reads what Redis answered while the process stood still", async ({ opened: redis }) => {
    const answer = redis.echo("served");
    const endsAt = performance.now() + 2 * LIMIT_MS;
    while (performance.now() < endsAt);
    expect(await answer).toBe("served");
  });

  opened("gives up what Redis does not answer", async ({ opened: redis }) => {
    // This waits ten times as long for a request that never comes.
    const answer = redis.blpop("nothing is ever pushed here", (10 * LIMIT_MS) / 1_000);
    await expect(answer).rejects.toThrow("Command timed out");
  });

  base("logs no password that Redis refuses", async () => {
    const password = "violet-lamp-otter-91";
    const url = new URL(REDIS_URL ?? "");
    Object.assign(url, { username: "nobody", password });
    const refused = Promise.withResolvers<string>();
    const write = (line: string) => {
      if (line.includes("WRONGPASS")) refused.resolve(line);
    };
    const log = createLogger("gateway", "info", { write });
    const shutdown = createShutdown(log);
    openRedis({ url: url.href, purpose: "a test", commandLimitMs: 1_000 }, log, shutdown);
    const line = await refused.promise;
    await shutdown.run();
    expect(line).toContain("Redis is unreachable");
    expect(line).not.toContain(password);
  });
});
