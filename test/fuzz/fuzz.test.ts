import { afterAll, beforeAll, expect, test } from "vitest";
import { startAttackedSystem } from "./attacked-system.ts";
import { runCampaign } from "./campaign.ts";

let attacked: Awaited<ReturnType<typeof startAttackedSystem>>;
beforeAll(async () => void (attacked = await startAttackedSystem()));
afterAll(() => attacked?.system.stop());

test("attacked from all sides, the system refuses what is wrong and serves everybody else", async () => {
  const { system, watch } = attacked;
  const { findings, tried } = await runCampaign(system, watch, {
    seed: 20_260_501,
    durationMs: 12_000,
  });
  expect(findings).toEqual([]);
  for (const attack of ["REST", "raw HTTP", "RPC", "HTTP/2"])
    expect(tried[attack]).toBeGreaterThan(0);
});
