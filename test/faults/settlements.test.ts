import { Redis } from "ioredis";
import pMap from "p-map";
import { expect, test as base } from "vitest";
import { until } from "@tms/stack/until";
import { audit } from "../harness/audit.ts";
import { gameIn } from "../harness/game.ts";
import { joined, manyJoined } from "../harness/gamers.ts";
import { sample } from "../harness/sample.ts";
import { startTestSystem, type TestSystem } from "../harness/system.ts";
import { published, reaches, settled } from "../harness/tournament.ts";

const test = base.extend("system", { scope: "file" }, async ({}, { onCleanup }) => {
  const system = await startTestSystem();
  onCleanup(() => system.stop());
  return system;
});

// Long enough for a busy machine to join all gamers before the end.
const ENDS_IN_MS = 8_000;

async function kill(system: TestSystem, name: "settlement" | "wallet"): Promise<void> {
  const process = system.processes.get(name);
  process?.kill("SIGKILL");
  await process?.exited;
}

/** Settlements that are interrupted, and one that is large. */
const SETTLEMENTS: Readonly<Record<string, (system: TestSystem) => Promise<void>>> = {
  async "a worker killed in the middle of paying leaves everyone paid exactly once"(system) {
    const api = await gameIn(system);
    const path = await published(api, { entryFee: 1 });
    const gamers = Array.from({ length: 2_500 }, (_, i) => `g${i}`);
    await pMap(gamers, (gamer) => joined(api, path, gamer), { concurrency: 128 });
    await api.patch(`${path}/complete`);
    // Whichever step it is at: planning, or between two batches of payouts.
    await until(
      async () => {
        const { body } = await api.get(`${path}/settlement`);
        return ["planning", "paying"].includes(body.settlement?.state);
      },
      { timeoutMs: 60_000, everyMs: 1, what: "the settlement being under way" },
    );
    await kill(system, "settlement");
    await system.restart("settlement");
    await settled(api, path);
    const { tournament } = (await api.get(path)).body;
    expect(tournament).toMatchObject({ status: "completed", prizePool: 0 });
    expect(tournament.winners).toHaveLength(2_500);
  },

  async "ends that pass while every process is down are settled after the restart"(system) {
    const api = await gameIn(system);
    const paths = [
      await published(api, { entryFee: 2 }, ENDS_IN_MS),
      await published(api, { entryFee: 2, minEntries: 5 }, ENDS_IN_MS),
    ];
    for (const path of paths) await joined(api, path, "ada", "bob");
    const endsAt = Date.now() + ENDS_IN_MS;
    for (const process of system.processes.values()) process.kill("SIGKILL");
    for (const process of system.processes.values()) await process.exited;
    await until(() => Date.now() > endsAt, { timeoutMs: 60_000, everyMs: 50, what: "the ends" });
    for (const name of system.processes.keys()) await system.restart(name);
    const [completed, refunded] = paths;
    await reaches(api, completed ?? "", "completed");
    await reaches(api, refunded ?? "", "cancelled");
    expect((await settled(api, refunded ?? "")).kind).toBe("refund");
  },

  async "emptying Redis loses nothing"(system) {
    const api = await gameIn(system);
    const path = await published(api, { entryFee: 2 }, ENDS_IN_MS);
    const headers = { "idempotency-key": "join-before-the-flush" };
    const before = await api.post(`${path}/join`, { gamer: "ada" }, { headers });
    if (system.redisUrl === null) return;
    const redis = new Redis(system.redisUrl);
    await redis.flushdb();
    await redis.quit();
    const after = await api.post(`${path}/join`, { gamer: "ada" }, { headers });
    expect([after.status, after.body.entry]).toEqual([201, before.body.entry]);
    expect((await api.get(path)).body.tournament.prizePool).toBe(2);
    const tournament = await reaches(api, path, "completed");
    expect(tournament.winner).toBe(before.body.entry.gamer);
  },

  async "an ended tournament takes no joins or eliminations, though settlement is away"(system) {
    const api = await gameIn(system);
    const path = await published(api, { entryFee: 2 });
    await joined(api, path, "ada", "bob");
    const settlement = system.processes.get("settlement");
    settlement?.kill("SIGSTOP");
    try {
      expect((await api.patch(`${path}/complete`)).status).toBe(200);
      expect((await api.post(`${path}/join`, { gamer: "eve" })).status).toBe(409);
      expect((await api.patch(`${path}/eliminate`, { gamer: "ada" })).status).toBe(409);
    } finally {
      settlement?.kill("SIGCONT");
    }
    await settled(api, path);
    expect((await api.get("/wallet/ada")).body.wallet.balance).toBe(2);
  },

  async "a wallet that dies under joins in flight charges each gamer at most once"(system) {
    const api = await gameIn(system);
    const path = await published(api, { entryFee: 3 });
    const gamers = Array.from({ length: 200 }, (_, i) => `g${i}`);
    const join = (gamer: string) =>
      api.post(`${path}/join`, { gamer }, { headers: { "idempotency-key": `join-${gamer}` } });
    const first = Promise.all(gamers.map(join));
    await kill(system, "wallet");
    await system.restart("wallet");
    await first;
    // A caller that was not answered asks again until it is.
    await pMap(
      gamers,
      (gamer) =>
        until(async () => (await join(gamer)).status === 201, {
          timeoutMs: 60_000,
          everyMs: 100,
          what: `${gamer} being in`,
        }),
      { concurrency: 16 },
    );
    expect((await api.get(path)).body.tournament.prizePool).toBe(600);
  },

  async "a tournament of 10,000 entries pays its pool out to the last unit"(system) {
    const api = await gameIn(system, { platformFeeBps: 333 });
    const path = await published(api, { entryFee: 0.07, prizeSplit: [50, 30, 20] });
    const gamers = Array.from({ length: 10_000 }, (_, i) => `gamer-${i}`);
    await manyJoined(system, api, path, gamers);
    await api.patch(`${path}/complete`);
    const settlement = await settled(api, path, 100_000);
    expect(settlement).toMatchObject({ pool: 700, platformFee: 23.31, entries: 10_000 });
    expect((await api.get(path)).body.tournament).toMatchObject({
      prizePool: 0,
      status: "completed",
    });
  },
};

test.for(sample(Object.keys(SETTLEMENTS), 2))("%s", async (name, { system }) => {
  await SETTLEMENTS[name]?.(system);
  await audit(system.adminUrl);
});
