import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { isRoot } from "@tms/stack/paths";
import { findRedis } from "@tms/stack/servers/redis";
import { until } from "@tms/stack/until";
import type { Api } from "../harness/api.ts";
import { playTournament, type Ask } from "../harness/players.ts";
import { sample } from "../harness/sample.ts";
import { termsOf } from "../harness/tournament.ts";
import { apiOfStart, leftovers, running, scene, Start } from "./start-process.ts";

const redis = await findRedis();

const PATIENCE = { timeoutMs: 60_000, everyMs: 50 };

/** Plays a tournament of two to its end, each step until it is not refused for a while. */
async function playOn(api: Api): Promise<void> {
  const ask: Ask = async (method, path, body) => {
    const headers = { "idempotency-key": newId() };
    const answer = await until(
      async () => {
        const reply = await api.call(method, path, body, { headers });
        const isLate = reply.status === 503 || reply.body.code === "request_in_flight";
        return isLate ? undefined : reply;
      },
      { ...PATIENCE, what: `${method} ${path}` },
    );
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  };
  const match = { gameId: api.gameId, gamers: ["ada", "bob"], entryFee: 2.5 };
  const path = await playTournament(ask, match);
  await until(async () => (await ask("GET", path)).tournament.status === "completed", {
    ...PATIENCE,
    what: "the settlement",
  });
}

async function pidIn(file: string): Promise<number> {
  return Number.parseInt(await readFile(file, "utf8"), 10);
}

/** Parts that end or fill up while a start runs. */
const OUTAGES: Readonly<Record<string, (skip: (note: string) => never) => Promise<void>>> = {
  async "brings back Postgres and Redis on the ports they had"(skip) {
    if (redis === null) skip("Redis is not installed");
    const { folder, start } = await running();
    const api = await apiOfStart(start, folder);
    await playOn(api);

    const servers = [
      ["Postgres", join(folder, "postgres/cluster/postmaster.pid")],
      ["Redis", join(folder, "redis/redis.pid")],
    ] as const;
    for (const [name, pidFile] of servers) {
      const before = await pidIn(pidFile);
      process.kill(before, "SIGKILL");
      await start.says(`${name} was terminated by SIGKILL. Restarting it.`);
      await playOn(api);
      expect(await pidIn(pidFile)).not.toBe(before);
    }
    expect(await start.interrupt()).toBe(0);
    await expect.poll(() => leftovers(folder)).toEqual([]);
  },

  async "answers 503 while the disk is full, and works when there is room"(skip) {
    if (!isRoot) skip("only root can mount a disk");
    const { folder, ports } = await scene();
    const disk = join(folder, "disk");
    await mkdir(disk);
    const mount = spawnSync("mount", ["-t", "tmpfs", "-o", "size=200m,mode=755", "tmpfs", disk]);
    if (mount.status !== 0) skip("this machine lets nobody mount a disk");
    onTestFinished(() => void spawnSync("umount", [disk]));
    const data = join(disk, "data");
    const start = new Start(data, ports);
    await start.running();
    const api = await apiOfStart(start, data);
    const create = async () => {
      const name = randomBytes(60).toString("hex");
      const body = termsOf(api.gameId, { name, description: name, entryFee: 1 });
      return (await api.post("/tournament/create", body)).status;
    };
    const filler = join(disk, "filler");
    spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=64k"]);
    const answers = new Set<number>();
    await until(async () => answers.add(await create()).has(503), {
      ...PATIENCE,
      everyMs: 0,
      what: "the first 503",
    });
    expect([...answers].filter((status) => status !== 201)).toEqual([503]);

    // A server that ends now cannot even come back yet.
    process.kill(await pidIn(join(data, "postgres/cluster/postmaster.pid")), "SIGKILL");
    await start.says("Postgres was terminated by SIGKILL. Restarting it.");
    expect(await create()).toBe(503);
    await rm(filler);
    await until(async () => (await create()) === 201, { ...PATIENCE, what: "a write after it" });
    await playOn(api);
    expect(await start.interrupt()).toBe(0);
  },
};

test.for(sample(Object.keys(OUTAGES), 1))("%s", async (name, { skip }) => {
  await OUTAGES[name]?.(skip);
});
