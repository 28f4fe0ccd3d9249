import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePortOptions } from "@tms/stack/testing/ports";
import { sample } from "../harness/sample.ts";
import { accessOf, leftovers, running, scene, Start } from "./start-process.ts";

/** Starts, stops, and returns the game that was there. */
async function startOnce(
  folder: string,
  ports: readonly string[],
  env?: NodeJS.ProcessEnv,
): Promise<string> {
  const start = new Start(folder, ports, env);
  await start.running();
  const access = await accessOf(folder);
  expect(await start.interrupt()).toBe(0);
  return access;
}

/** What `start --fresh` does. */
const FRESH: Readonly<Record<string, () => Promise<void>>> = {
  async "begins anew, ends what a killed start left running, and keeps what start did not make"() {
    const { folder, ports, start: killed } = await running();
    const before = await accessOf(folder);
    killed.child.kill("SIGKILL");
    await killed.exited();
    await mkdir(join(folder, "own/redis"), { recursive: true });
    for (const file of ["notes.txt", "own/redis/lock", "logs/mine.log", "postgres/backup.sql"])
      await writeFile(join(folder, file), "mine");

    const start = new Start(folder, [...ports, "--fresh"]);
    await start.running();
    expect(await accessOf(folder)).not.toBe(before);
    const [, kept = ""] = /^Kept in .*: (.*)\.$/m.exec(start.output) ?? [];
    expect(kept.split(", ").toSorted()).toEqual([
      "logs/mine.log",
      "notes.txt",
      "own",
      "postgres/backup.sql",
    ]);
    const files = ["own/redis/lock", ...kept.split(", ")];
    expect(files.filter((file) => !existsSync(join(folder, file)))).toEqual([]);
    expect(await start.interrupt()).toBe(0);
    expect(leftovers(folder)).toEqual([]);
  },

  async "deletes nothing if it cannot start, or if the environment names a server"() {
    const { folder, ports } = await scene();
    const before = await startOnce(folder, ports);
    const squatter = createServer().listen(Number(ports[1]), "127.0.0.1");
    onTestFinished(() => void squatter.close());
    await once(squatter, "listening");

    const free = await freePortOptions();
    const refused: (readonly [string[], NodeJS.ProcessEnv?])[] = [
      [["--fresh", ...ports]],
      [["--fresh", "--unknown"]],
      [["--fresh", "--port", "7101"]],
      [["--fresh", ...free], { DATABASE_URL: "postgres://a:b@127.0.0.1:1/tms" }],
      [["--fresh", ...free], { REDIS_URL: "redis://127.0.0.1:1" }],
    ];
    for (const [args, env] of refused)
      expect([args, await new Start(folder, args, env).exited()]).toEqual([args, 1]);
    squatter.close();
    expect(await startOnce(folder, ports)).toBe(before);
  },
};

test.for(sample(Object.keys(FRESH), 1))("start --fresh %s", async (name) => {
  await FRESH[name]?.();
});
