import { Payer } from "@tms/proto/tms/game/v1/game";
import { PROCESSES } from "@tms/stack/system/system";
import { expect, test as base } from "vitest";
import { audit } from "../harness/audit.ts";
import { gameIn } from "../harness/game.ts";
import { sample } from "../harness/sample.ts";
import { settled } from "../harness/tournament.ts";
import { startLoad } from "./load.ts";
import { startReplicas } from "./replicas.ts";

const test = base.extend("replicas", async ({}, { onCleanup }) => {
  const replicas = await startReplicas();
  onCleanup(() => replicas.stop());
  return replicas;
});

const RESTARTS = [true, false].flatMap((isSecond) => PROCESSES.map((name) => ({ name, isSecond })));

// Several gateways share their responses in Redis.
test.skipIf(process.env["TMS_TEST_REDIS_URL"] === undefined)(
  "fails no request, and loses and doubles nothing, while replicas restart under load",
  async ({ replicas }) => {
    const api = await gameIn(replicas, { payer: Payer.WALLET });
    const load = startLoad(api);
    for (const { name, isSecond } of sample(RESTARTS, 6)) await replicas.restart(name, isSecond);
    const seen = await load.stop();
    expect(seen.failed).toEqual([]);
    expect(replicas.complaints).toEqual([]);
    expect(seen.played.length).toBeGreaterThan(0);
    for (const path of seen.played) {
      const { pool, payouts } = await settled(api, path);
      expect(payouts.reduce((total, { amount }) => total + amount, 0)).toBe(pool);
    }
    await audit(replicas.adminUrl);
  },
);
