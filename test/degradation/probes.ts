import { expect } from "vitest";
import type { TestSystem } from "../harness/system.ts";
import { PROCESSES, type ProcessName } from "@tms/stack/system/system";
import { until } from "@tms/stack/until";
import { PATIENCE_MS, RECOVERY_MS } from "./attempt.ts";
import type { Part } from "./parts.ts";

const probe = async (system: TestSystem, name: ProcessName, path: string) =>
  (await fetch(`${system.probeUrls[name]}${path}`, { signal: AbortSignal.timeout(PATIENCE_MS) }))
    .status;

/** Alive all the time, so that nobody restarts them; ready unless their own database is gone. */
export async function expectProbes(system: TestSystem, part: Part): Promise<void> {
  const others = PROCESSES.filter((name) => name !== part);
  const answers = await Promise.all(
    others.map(async (name) => [
      name,
      await probe(system, name, "/livez"),
      await probe(system, name, "/readyz"),
    ]),
  );
  const readyOf = (name: ProcessName) => (part === "postgres" && name !== "gateway" ? 503 : 200);
  expect(answers).toEqual(others.map((name) => [name, 200, readyOf(name)]));
}

/** Waits until a process says that it is ready. */
export const becomesReady = (system: TestSystem, name: ProcessName) =>
  until(async () => (await probe(system, name, "/readyz")) === 200, {
    timeoutMs: RECOVERY_MS,
    what: `${name} being ready`,
  });

/** Waits until a process lives. */
export const isAlive = (system: TestSystem, name: ProcessName) =>
  until(async () => (await probe(system, name, "/livez").catch(() => 0)) === 200, {
    timeoutMs: RECOVERY_MS,
    what: `${name} being alive`,
  });
