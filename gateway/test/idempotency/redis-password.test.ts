import { createLogger } from "@tms/kit/process/log";
import { createShutdown } from "@tms/kit/process/shutdown";
import { expect, test } from "vitest";
import { openRedis } from "../../src/redis.ts";

const REDIS_URL = process.env["TMS_TEST_REDIS_URL"];
const PASSWORD = "violet-lamp-otter-91";

test.skipIf(REDIS_URL === undefined)(
  "a password that Redis refuses is not in the log",
  async () => {
    const url = new URL(REDIS_URL ?? "");
    Object.assign(url, { username: "nobody", password: PASSWORD });
    const refused = Promise.withResolvers<string>();
    const write = (line: string) => {
      if (line.includes("WRONGPASS")) refused.resolve(line);
    };
    const log = createLogger("gateway", "info", { write });
    const shutdown = createShutdown(log);
    openRedis({ url: url.href, purpose: "a test", commandLimitMs: 1_000 }, log, shutdown);
    const line = await refused.promise;
    await shutdown.run();
    expect(line).toContain("Redis is not reachable");
    expect(line).not.toContain(PASSWORD);
  },
);
