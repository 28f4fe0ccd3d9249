import { Redis } from "ioredis";
import { nothing, type Fault } from "./fault.ts";

/** FLUSHALL: everything in Redis may be lost at any moment. */
export const flush: Fault = {
  weight: 2,
  draw: () => ({ target: "redis" }),
  async begin({ servers }) {
    const redis = new Redis(servers.redisUrl, { lazyConnect: true });
    try {
      await redis.connect();
      await redis.flushall();
    } finally {
      redis.disconnect();
    }
    return nothing;
  },
};
