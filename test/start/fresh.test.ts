import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePortOptions } from "@tms/stack/testing/ports";
import { sample } from "../harness/sample.ts";
import { accessOf, leftovers, running, scene, Start } from "./start-process.ts";

/** Starts and stops the product, and returns the access to its game. */
async function startOnce(folder: string, ports: readonly string[]): Promise<string> {
  const start = new Start(folder, ports);
  await start.running();
  const access = await accessOf(folder);
  expect(await start.interrupt()).toBe(0);
  return access;
}

/** The promises of `start --fresh`. */
const FRESH: Readonly<Record<string, () => Promise<void>>> = {
  async "starts with empty data after a killed start, and keeps what start did not create"() {
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
    await expect.poll(() => leftovers(folder)).toEqual([]);
  },

  async "deletes nothing if it cannot start, or if the environment names a server"() {
    const { folder, ports } = await scene();
    const before = await startOnce(folder, ports);
    const squatter = createServer().listen(Number(ports[1]), "127.0.0.1");
    onTestFinished(() => void squatter.close());
    await once(squatter, "listening");

    const free = await freePortOptions();
    const refused: (readonly [string, string[], NodeJS.ProcessEnv?])[] = [
      [`cannot listen on port ${ports[1]}`, ["--fresh", ...ports]],
      ["Unknown option", ["--fresh", "--unknown"]],
      ["cannot both use port 7101", ["--fresh", "--port", "7101"]],
      ["the server in DATABASE_URL.", ["--fresh", ...free], { DATABASE_URL: "postgres://a/tms" }],
      ["the server in REDIS_URL.", ["--fresh", ...free], { REDIS_URL: "redis://127.0.0.1:1" }],
    ];
    for (const [sentence, args, env] of refused) {
      const start = new Start(folder, args, env);
      expect(await start.exited()).toBe(1);
      expect(start.output).toContain(sentence);
    }
    squatter.close();
    expect(await startOnce(folder, ports)).toBe(before);
  },
};

test.for(sample(Object.keys(FRESH), 1))("start --fresh %s", async (name) => {
  await FRESH[name]?.();
});
