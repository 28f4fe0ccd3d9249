import { afterAll, beforeAll, describe, test } from "vitest";
import { startTestSystem, type TestSystem } from "../stack/for-tests.ts";
import { findRedis } from "../stack/redis-binary.ts";
import { tryColumn } from "./column.ts";
import { ownRedis, type OwnServer } from "./own-server.ts";
import { WAYS } from "./parts.ts";

const binary = await findRedis();

describe.skipIf(binary === null)("without Redis", () => {
  let redis: OwnServer;
  let system: TestSystem;
  beforeAll(async () => {
    if (binary === null) return;
    redis = await ownRedis(binary);
    system = await startTestSystem({ redisDatabase: 0, redisUrl: redis.url });
  });
  afterAll(async () => {
    await system?.stop();
    await redis?.remove();
  });

  test.each(WAYS)("everything works while it is %s", async (way) => {
    await tryColumn(system, redis, "redis", way);
  });
});
