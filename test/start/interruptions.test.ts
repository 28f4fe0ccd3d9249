import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { until } from "@tms/stack/until";
import { descendants } from "@tms/stack/testing/running-processes";
import { sample } from "../harness/sample.ts";
import { noneLeft, type Scene, scene, Start } from "./start-process.ts";

/** Moments of a start, in their order, and how each is seen from outside. */
const MOMENTS: Record<string, (scene: Scene, start: Start) => unknown> = {
  "has only just begun": () => true,
  "holds its folder": ({ folder }) => existsSync(join(folder, "lock.pid")),
  // The folder that it is made in is there for a moment only.
  "makes a cluster": ({ folder }) =>
    ["cluster.new", "cluster"].some((name) => existsSync(join(folder, "postgres", name))),
  "has begun Postgres": ({ folder }) => existsSync(join(folder, "postgres/postgres.log")),
  "has Postgres": async ({ folder }) =>
    (await readOrEmpty(join(folder, "postgres/cluster/postmaster.pid"))).includes("ready"),
  "has opened its logs": async ({ folder }) => (await listOrEmpty(join(folder, "logs"))).length > 5,
  "has begun its services": (_, start) =>
    descendants(start.child.pid ?? 0).filter(({ command }) => command.includes("/src/main.ts"))
      .length > 5,
  "has the first words of a service": async ({ folder }) =>
    (await readOrEmpty(join(folder, "logs/wallet.log"))) !== "",
  "has the first words of the gateway": async ({ folder }) =>
    (await readOrEmpty(join(folder, "logs/gateway.log"))) !== "",
  "is up": (_, start) => start.output.includes("Ctrl-C"),
};

const readOrEmpty = (file: string) => readFile(file, "utf8").catch(() => "");
const listOrEmpty = (folder: string) => readdir(folder).catch((): string[] => []);

/** A start that has come as far as that. */
async function startUntil(moment: keyof typeof MOMENTS): Promise<[Scene, Start]> {
  const where = await scene();
  const start = new Start(where.folder, where.ports, { LOG_LEVEL: "info" });
  await until(() => MOMENTS[moment]?.(where, start), {
    timeoutMs: 60_000,
    everyMs: 2,
    what: `a start that ${moment}`,
  });
  return [where, start];
}

describe("no process is left of a start that", () => {
  test.for(sample(Object.keys(MOMENTS), 2))("is interrupted when it %s", async (moment) => {
    const [{ folder }, start] = await startUntil(moment);
    const started = descendants(start.child.pid ?? 0);
    // Node itself has no ear for a signal in its first moments, and ends by it.
    expect(await start.interrupt()).toBeOneOf([0, null]);
    expect(start.output).not.toMatch(/^\s+at /m);
    await noneLeft(started, folder);
  });

  test.for(
    sample(
      [
        "makes a cluster",
        "has begun Postgres",
        "has begun its services",
        "has the first words of a service",
        "is up",
      ],
      1,
    ),
  )("is killed when it %s", async (moment) => {
    const [{ folder }, start] = await startUntil(moment);
    const started = descendants(start.child.pid ?? 0);
    start.child.kill("SIGKILL");
    await start.exited();
    await noneLeft(started, folder);
  });
});
