import { Redis } from "ioredis";

/** How many databases the Redis of a test run has. */
export const REDIS_DATABASES = 1_024;

// Those below are named by suites that need no system.
const FIRST = 64;
const COUNTER = "tms:test:databases";

/** A database of the test run's Redis that nobody else uses; null where there is no Redis. */
export async function freeRedisDatabase(): Promise<string | null> {
  const url = process.env["TMS_TEST_REDIS_URL"];
  if (url === undefined) return null;
  const redis = new Redis(url);
  try {
    const drawn = await redis.incr(COUNTER);
    return `${url}/${FIRST + (drawn % (REDIS_DATABASES - FIRST))}`;
  } finally {
    redis.disconnect();
  }
}
