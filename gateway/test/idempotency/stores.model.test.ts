import { newId } from "@tms/kit/values/ids";
import fc from "fast-check";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMemoryStore } from "../../src/idempotency/memory-store.ts";
import { createRedisStore } from "../../src/idempotency/redis-store.ts";
import type { IdempotencyStore } from "../../src/idempotency/store.ts";

const REDIS_URL = process.env["TMS_TEST_REDIS_URL"];

const someKey = fc.nat(2);
// Whoever ends a request may be any of those that ever began one, the present or a late one.
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
  /** Null for a key that is reserved. */
  token: string | null;
  fingerprint: string;
  answer: string | undefined;
}

/** A store in the fewest words. Who holds no marker ends nothing, but may keep a lost answer. */
class StoreModel {
  private readonly held = new Map<number, Held>();

  begin(key: number, fingerprint: string) {
    const held = this.held.get(key);
    if (!held || (held.token === null && held.fingerprint === fingerprint))
      return { kind: "begun", isReserved: held !== undefined };
    if (held.answer === undefined) return { kind: "inFlight", fingerprint: held.fingerprint };
    return { kind: "answered", fingerprint: held.fingerprint, answer: answerOf(held.answer) };
  }

  began = (key: number, token: string, fingerprint: string) =>
    this.held.set(key, { token, fingerprint, answer: undefined });

  finish(key: number, held: Held): void {
    const present = this.held.get(key);
    if (!present || (present.token === held.token && present.answer === undefined))
      this.held.set(key, held);
  }

  reserve = (key: number, held: Held) => {
    this.finish(key, held);
    if (this.held.get(key) === held) this.held.set(key, { ...held, token: null });
  };

  release(key: number, token: string): void {
    const present = this.held.get(key);
    if (present?.token === token && present.answer === undefined) this.held.delete(key);
  }
}

const answerOf = (body: string) => ({ status: 201, headers: { "x-a": "b" }, body });

/** That a store does what the model does, whoever comes when. */
function behavesLikeModel(open: () => IdempotencyStore) {
  test("does what its model does, whoever begins and ends when", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const [store, model, run] = [open(), new StoreModel(), newId()];
        const begun: { token: string; fingerprint: string }[][] = [[], [], []];
        for (const [index, asked] of steps.entries()) {
          const id = `${run}/${asked.key}`;
          if (asked.does === "begin") {
            const fingerprint = `f${asked.body}`;
            const beginning = await store.begin(id, fingerprint);
            expect(beginning).toMatchObject(model.begin(asked.key, fingerprint));
            if (beginning.kind !== "begun") continue;
            model.began(asked.key, beginning.token, fingerprint);
            begun[asked.key]!.unshift({ token: beginning.token, fingerprint });
            continue;
          }
          const one = begun[asked.key]![asked.who];
          if (!one) continue;
          if (asked.does === "finish") {
            const body = `a${index}`;
            await store.finish(id, one.token, one.fingerprint, answerOf(body));
            model.finish(asked.key, { ...one, answer: body });
          } else if (asked.does === "reserve") {
            await store.reserve(id, one.token, one.fingerprint);
            model.reserve(asked.key, { ...one, answer: undefined });
          } else {
            await store.release(id, one.token, one.fingerprint);
            model.release(asked.key, one.token);
          }
        }
        for (const key of [0, 1, 2])
          expect(await store.begin(`${run}/${key}`, "last")).toMatchObject(
            model.begin(key, "last"),
          );
      }),
      { numRuns: 150 },
    );
  });
}

describe("the store in the process", () => {
  behavesLikeModel(() => createMemoryStore());
});

describe.skipIf(REDIS_URL === undefined)("the store in Redis (needs TMS_TEST_REDIS_URL)", () => {
  let redis: Redis;
  beforeAll(() => {
    redis = new Redis(REDIS_URL ?? "");
    // Of the many stores that share it.
    redis.setMaxListeners(0);
  });
  afterAll(() => redis.disconnect());
  behavesLikeModel(() => createRedisStore(redis));
});
