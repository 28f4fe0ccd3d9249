import { expect, test } from "vitest";
import { makeCallers } from "../src/system/callers.ts";
import { scratchFolder } from "./fixtures/scene.ts";
import { PROCESSES, startSystem } from "../src/system/system.ts";

test("a system whose start was interrupted before it began does not start", async () => {
  const ports = Object.fromEntries(PROCESSES.map((name) => [name, 1])) as Record<
    (typeof PROCESSES)[number],
    number
  >;
  const reason = new Error("interrupted");
  const starting = startSystem({
    adminUrl: "postgres://nobody:none@127.0.0.1:1/tms",
    redisUrl: null,
    ports,
    probePorts: ports,
    callers: await makeCallers(await scratchFolder()),
    keys: { SESSION_KEY: "", SECRETS_KEY: "" },
    interruption: AbortSignal.abort(reason),
  });
  await expect(starting).rejects.toBe(reason);
});
