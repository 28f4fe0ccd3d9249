import { afterAll, beforeAll, describe, test } from "vitest";
import { TRUSTING } from "../harness/people.ts";
import { startTestSystem, type TestSystem } from "../harness/system.ts";
import { findRedis } from "@tms/stack/redis/binary";
import { until } from "@tms/stack/until";
import { tryColumn } from "./column.ts";
import { everythingWorks } from "./everything.ts";
import { ownRedis, type OwnServer } from "../harness/own-server.ts";
import { WAYS } from "../harness/losable.ts";
import { makeFixture } from "./fixture.ts";

const binary = await findRedis();

describe.skipIf(binary === null)("without Redis", () => {
  let redis: OwnServer;
  let system: TestSystem;
  beforeAll(async () => {
    if (binary === null) return;
    redis = await ownRedis(binary);
    system = await startTestSystem({ redisUrl: redis.url, env: TRUSTING });
  });
  afterAll(async () => {
    await system?.stop();
    await redis?.remove();
  });

  test.each(WAYS)("everything works while it is %s", async (way) => {
    await tryColumn(system, redis, "redis", way);
  });

  test("those who use it start before it, and find it when it comes", async () => {
    await redis.lose("killed");
    try {
      for (const name of ["settlement", "gateway"] as const) {
        await system.processes.get(name)?.stop();
        await system.restart(name);
      }
      await everythingWorks(system);
    } finally {
      await redis.bringBack();
    }
    const { api, answered } = await makeFixture(system);
    const repeat = () =>
      api.post(
        `/wallet/${answered.gamer}/deposit`,
        { amount: answered.amount },
        { headers: { "idempotency-key": answered.key } },
      );
    // Replayed from Redis again; the service alone would answer without this header.
    await until(async () => (await repeat()).headers.get("idempotency-replayed") === "true", {
      timeoutMs: 60_000,
      what: "an answer being kept in Redis",
    });
  });
});
