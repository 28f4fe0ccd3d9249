import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { meterCpu } from "./cpu.ts";

const BURN =
  "const end = process.cpuUsage().user + 200_000; while (process.cpuUsage().user < end);";

test.runIf(process.platform === "linux")(
  "counts the time of a child while it runs and after it has ended",
  async () => {
    const spent = meterCpu({ self: process.pid });
    const child = spawn(process.execPath, ["-e", `${BURN} console.log(); process.stdin.resume();`]);
    await once(child.stdout, "data");
    expect(spent()["self"]).toBeGreaterThan(200_000);
    child.stdin.end();
    await once(child, "exit");
    expect(spent()["self"]).toBeGreaterThan(200_000);
  },
);
