import { createCallerToken } from "@tms/kit/callers/token";
import { expect, inject, onTestFinished, test } from "vitest";
import { freePorts } from "@tms/stack/testing/ports";
import { answersOk, startProcess } from "@tms/stack/process/process";
import { serviceUrls, type ProcessName } from "@tms/stack/system/system";
import { apiOf } from "../harness/api.ts";
import { programOf } from "../harness/programs.ts";
import { newGame } from "./game.ts";

const tokens = inject("tokens");

/** One more process beside the system, known to it by a token of the test's choice. */
async function start(name: ProcessName, token: string) {
  const [port = 0, probePort = 0] = await freePorts(2);
  const errors: string[] = [];
  const urls = Object.entries(inject("urls")).map(([peer, url]) => [
    `${peer.toUpperCase()}_URL`,
    url,
  ]);
  const started = await startProcess({
    name,
    file: programOf(name),
    env: {
      ...Object.fromEntries(urls),
      PORT: String(port),
      PROBE_PORT: String(probePort),
      CALLER_TOKEN: token,
      CALLERS_FILE: inject("callersFile"),
      DATABASE_URL: serviceUrls(inject("adminUrl")).game,
    },
    onLine: (line) => {
      if (line.includes('"level":"error"')) errors.push(line);
    },
    ready: answersOk(`http://127.0.0.1:${probePort}/readyz`),
  });
  onTestFinished(() => started.stop());
  return { url: `http://127.0.0.1:${port}`, errors };
}

test.for([
  ["an unknown token", createCallerToken(), "CALLER_UNKNOWN"],
  ["another caller's token", tokens.reporting, "CALLER_NOT_ALLOWED"],
] as const)(
  "makes a gateway with %s unavailable to its own callers, and logs why",
  async ([, token, reason]) => {
    const game = await newGame();
    const gateway = await start("gateway", token);
    const { status, headers, body } = await apiOf(gateway.url, game).get("/tournament");
    expect([status, body.code]).toEqual([503, "unavailable"]);
    expect(headers.get("retry-after")).toBe("1");
    expect(JSON.stringify(body)).not.toMatch(/caller|token/i);
    await expect.poll(() => gateway.errors.join()).toContain(reason);
    expect(gateway.errors.join()).not.toContain(token);
  },
);
