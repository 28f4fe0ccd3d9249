import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { killHard, scratchFolder, supervise } from "./fixtures/scene.ts";
import { freePort } from "../src/process/ports.ts";
import { type ProcessOptions, answersOk, startProcess } from "../src/process/process.ts";
import { runningCommand } from "../src/process/running-command.ts";
import { until } from "../src/until.ts";

async function serviceOptions(mode: string): Promise<ProcessOptions> {
  const port = await freePort();
  return {
    name: "wallet",
    file: join(import.meta.dirname, "fixtures/service.ts"),
    args: [mode],
    env: { PORT: String(port) },
    ready: answersOk(`http://127.0.0.1:${port}/readyz`),
  };
}

describe("a supervised process", () => {
  it("is ready when its probe says so, passes its lines on, and stops when asked", async () => {
    const lines: string[] = [];
    const options = await serviceOptions("good");
    const service = await startProcess({ ...options, onLine: (line) => lines.push(line) });
    onTestFinished(() => service.stop());
    expect(await options.ready()).toBe(true);
    expect(lines).toEqual(["hello"]);
    await service.stop();
    expect(await service.exited).toEqual({ code: 0, signal: null });
    expect(service.kill("SIGTERM")).toBe(false);
  });

  it("is killed when it does not stop in time", async () => {
    const service = await startProcess(await serviceOptions("stubborn"));
    await service.stop(50);
    expect(await service.exited).toEqual({ code: null, signal: "SIGKILL" });
  });

  it("can be killed in the middle of its work", async () => {
    const service = await startProcess(await serviceOptions("good"));
    expect(service.kill("SIGKILL")).toBe(true);
    expect(await service.exited).toEqual({ code: null, signal: "SIGKILL" });
  });

  it("that dies before it is ready is quoted with its last lines", async () => {
    await expect(startProcess(await serviceOptions("broken"))).rejects.toMatchObject({
      message: "wallet ended with code 3 before it was ready.",
      hint: "Its last lines:\nWALLET_URL is missing",
    });
  });

  it("that never becomes ready is given up, and ended", async () => {
    const options = await serviceOptions("unready");
    await expect(startProcess({ ...options, readyWithinMs: 1_000 })).rejects.toMatchObject({
      message: "wallet did not become ready within 1000 ms.",
      hint: "Its last lines:\nhello",
    });
  });

  it("does not outlive a supervisor that was killed", async () => {
    const supervisor = await supervise("service", await scratchFolder());
    expect(runningCommand(supervisor.pid)).toContain("service.ts");
    await killHard(supervisor);
    await until(() => runningCommand(supervisor.pid) === undefined, {
      timeoutMs: 60_000,
      what: "The end of the service",
    });
  });
});
