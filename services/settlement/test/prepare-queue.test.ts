import { describe, expect, test } from "vitest";
import { createCallerToken } from "@tms/kit/callers/token";
import { ConfigError } from "@tms/kit/process/config";
import { createLogger } from "@tms/kit/process/log";
import { readConfig } from "../src/config.ts";
import { prepareQueue } from "../src/scheduling/prepare-queue.ts";
import { frailRedis, redisDatabase, REDIS_URL } from "./redis.ts";

const prepare = (url: string, production: boolean) =>
  prepareQueue({ backend: "redis", url, production }, createLogger("test", "silent"));

describe.skipIf(!REDIS_URL)("in production", () => {
  const url = redisDatabase(0);

  test("a Redis that never evicts will do", () => prepare(url, true));

  test("a Redis that may evict is refused, with the setting's name", async () => {
    // INFO tells the length of its answer, so what the policy gains another line must lose.
    const evicting = await frailRedis(url, (answer) =>
      answer.replace(
        "maxmemory_human:0B\r\nmaxmemory_policy:noeviction",
        "maxmemory_human:0\r\nmaxmemory_policy:allkeys-lru",
      ),
    );
    const refused = prepare(evicting.url, true);
    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow("maxmemory-policy=allkeys-lru");
    await prepare(evicting.url, false);
    await evicting.goAway();
  });

  test("a Redis that does not answer is refused", async () => {
    const gone = await frailRedis(url);
    await gone.goAway();
    await expect(prepare(gone.url, true)).rejects.toThrow(ConfigError);
    await prepare(gone.url, false);
  });

  test("a Redis that takes connections and says nothing holds up no start for good", async () => {
    const silent = await frailRedis(url, () => "");
    await expect(prepare(silent.url, true)).rejects.toThrow(ConfigError);
    await silent.goAway();
  });
});

describe("the settings", () => {
  const base = {
    DATABASE_URL: "postgres://tms_settlement:pw@localhost/tms",
    TOURNAMENT_URL: "http://localhost:1",
    ENTRY_URL: "http://localhost:2",
    WALLET_URL: "http://localhost:3",
    EVENTS_URL: "http://localhost:3",
    CALLERS_FILE: "/etc/tms/callers.json",
    CALLER_TOKEN: createCallerToken(),
  };
  const REDIS = { REDIS_URL: "redis://localhost:6379" };
  const POSTGRES = { QUEUE_DATABASE_URL: "postgres://tms_settlement:pw@localhost/tms" };
  const PRODUCTION = { NODE_ENV: "production" };

  test.for([
    ["Redis when it is named", { ...REDIS }, "redis"],
    ["Redis when both are named", { ...REDIS, ...POSTGRES }, "redis"],
    ["Postgres when it alone is named", { ...POSTGRES }, "postgres"],
    ["Redis in production", { ...REDIS, ...PRODUCTION }, "redis"],
  ] as const)("choose %s", ([, env, backend]) => {
    expect(readConfig({ ...base, ...env }).queue.backend).toBe(backend);
  });

  test.for([
    ["no queue at all", {}, "REDIS_URL is missing"],
    ["no Redis in production", { ...PRODUCTION }, "REDIS_URL is missing; production needs Redis"],
    ["Postgres in production", { ...POSTGRES, ...PRODUCTION }, "production needs Redis"],
    ["a REDIS_URL that is none", { REDIS_URL: "localhost" }, "REDIS_URL must be a URL"],
  ] as const)("refuse %s", ([, env, text]) => {
    const read = () => readConfig({ ...base, ...env });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(text);
  });
});
