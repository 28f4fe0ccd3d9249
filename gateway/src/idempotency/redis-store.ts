import { newId } from "@tms/kit/ids";
import type { Redis, Result } from "ioredis";
import {
  ANSWER_TTL_MS,
  MARKER_TTL_MS,
  type Beginning,
  type IdempotencyStore,
  type StoredAnswer,
} from "./store.ts";

interface RedisRecord {
  fingerprint: string;
  token: string;
  answer?: StoredAnswer;
}

declare module "ioredis" {
  interface RedisCommander<Context> {
    tmsFinish(
      ...args: [key: string, marker: string, record: string, ttlMs: number]
    ): Result<void, Context>;
    tmsRelease(...args: [key: string, marker: string]): Result<void, Context>;
  }
}

// A marker may be replaced or removed only by the request that set it. When Redis lost it
// meanwhile, keeping the answer is still right.
const FINISH = `local held = redis.call('GET', KEYS[1])
if held == false or held == ARGV[1] then redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end`;
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

/** Keeps records in Redis, for all replicas. Everything in it may be lost at any time. */
export function createRedisStore(redis: Redis): IdempotencyStore {
  // Sent whole once per connection, by name from then on.
  redis.defineCommand("tmsFinish", { lua: FINISH, numberOfKeys: 1 });
  redis.defineCommand("tmsRelease", { lua: RELEASE, numberOfKeys: 1 });

  async function begin(id: string, fingerprint: string): Promise<Beginning> {
    const token = newId();
    // A record may expire between the two commands; then the second round sets the marker.
    for (let round = 0; round < 2; round++) {
      const set = await mark(id, token, fingerprint);
      if (set === "OK") return { kind: "begun", token };
      const held = await redis.get(keyOf(id));
      if (held !== null) return beginningOf(JSON.parse(held) as RedisRecord);
    }
    throw new Error("an idempotency record came and went");
  }

  async function mark(id: string, token: string, fingerprint: string) {
    const value = marker(fingerprint, token);
    try {
      return await redis.set(keyOf(id), value, "PX", MARKER_TTL_MS, "NX");
    } catch (error) {
      // A Redis that was only slow still sets the marker, which nobody would end: the request
      // goes on without. Sent over the same connection, this arrives behind it.
      release(id, token, fingerprint).catch(() => undefined);
      throw error;
    }
  }

  async function release(id: string, token: string, fingerprint: string): Promise<void> {
    await redis.tmsRelease(keyOf(id), marker(fingerprint, token));
  }

  return {
    begin,
    release,
    async finish(id, token, fingerprint, answer) {
      const record = JSON.stringify({ fingerprint, token, answer } satisfies RedisRecord);
      await redis.tmsFinish(keyOf(id), marker(fingerprint, token), record, ANSWER_TTL_MS);
    },
  };
}

const marker = (fingerprint: string, token: string): string =>
  JSON.stringify({ fingerprint, token } satisfies RedisRecord);

const keyOf = (id: string): string => `tms:idempotency:${id}`;

const beginningOf = ({ fingerprint, answer }: RedisRecord): Beginning =>
  answer ? { kind: "answered", fingerprint, answer } : { kind: "inFlight", fingerprint };
