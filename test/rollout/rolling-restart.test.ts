import { expect, test } from "vitest";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { PROCESSES } from "@tms/stack/system/system";
import { audit } from "../harness/audit.ts";
import { gameIn } from "../harness/game.ts";
import { startLoad, wronglyPaid } from "./load.ts";
import { startReplicas } from "./replicas.ts";

// One round is enough to show a fault that is there at every stop; rare ones take longer to meet.
const MINUTES = Number(process.env["TMS_ROLLOUT_MINUTES"] ?? "0");
const PATIENCE_MS = 180_000;

test(
  "a rolling restart of every process fails no request, and loses and doubles nothing",
  async () => {
    const replicas = await startReplicas();
    try {
      const api = await gameIn(replicas, { payer: Payer.WALLET });
      const load = startLoad(api);
      const endsAt = performance.now() + MINUTES * 60_000;
      let restarts = 0;
      do {
        for (const replica of [0, 1])
          for (const name of PROCESSES) {
            await replicas.restart(name, replica);
            restarts++;
          }
      } while (performance.now() < endsAt);
      const seen = await load.stop();
      if (MINUTES > 0)
        console.log(
          `${restarts} restarts, ${seen.requests} requests, ${seen.failed.length} failed`,
        );
      expect({ failed: seen.failed, complaints: replicas.complaints }).toEqual({
        failed: [],
        complaints: [],
      });
      expect(seen.played.length).toBeGreaterThan(0);
      expect(await wronglyPaid(api, seen)).toEqual([]);
      await audit(replicas.adminUrl);
    } finally {
      await replicas.stop();
    }
  },
  MINUTES * 60_000 + PATIENCE_MS,
);
