import { secretsIn } from "@tms/kit/testing/leaks/kinds";
import type { Finding } from "@tms/kit/testing/leaks/findings";
import { Redis } from "ioredis";

/** The secrets in the keys and values of every database of a Redis. */
export async function secretsInRedis(url: string, known: readonly string[]): Promise<Finding[]> {
  const redis = new Redis(url);
  try {
    const findings: Finding[] = [];
    for (const database of await usedDatabases(redis)) {
      await redis.select(database);
      for await (const keys of redis.scanStream({ count: 1_000 }) as AsyncIterable<string[]>)
        for (const key of keys) {
          const text = `${key}\n${await valueOf(redis, key)}`;
          const place = `the Redis key ${shapeOf(key)}`;
          findings.push(...secretsIn(text, known).map((secret) => ({ place, secret })));
        }
    }
    return findings;
  } finally {
    redis.disconnect();
  }
}

async function usedDatabases(redis: Redis): Promise<number[]> {
  const keyspace = await redis.info("keyspace");
  return Array.from(keyspace.matchAll(/^db(\d+):/gm), ([, number]) => Number(number));
}

/** All that a key holds, as text. */
async function valueOf(redis: Redis, key: string): Promise<string> {
  const type = await redis.type(key);
  switch (type) {
    case "string":
      return (await redis.get(key)) ?? "";
    case "hash":
      return JSON.stringify(await redis.hgetall(key));
    case "list":
      return JSON.stringify(await redis.lrange(key, "0", "-1"));
    case "set":
      return JSON.stringify(await redis.smembers(key));
    case "zset":
      return JSON.stringify(await redis.zrange(key, "0", "-1"));
    case "stream":
      return JSON.stringify(await redis.xrange(key, "-", "+"));
    case "none":
      // It expired meanwhile.
      return "";
    default:
      throw new Error(`nobody knows how to search a ${type} in Redis`);
  }
}

/** A key without what differs from run to run, which may itself be a secret. */
const shapeOf = (key: string): string => key.replaceAll(/[0-9A-Za-z_-]{20,}/g, "…").slice(0, 80);
