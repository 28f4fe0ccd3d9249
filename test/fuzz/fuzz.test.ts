import { afterAll, beforeAll, expect, test } from "vitest";
import { runCampaign, startFuzzedSystem, type FuzzedSystem } from "./campaign.ts";

let fuzzed: FuzzedSystem;
beforeAll(async () => void (fuzzed = await startFuzzedSystem()));
afterAll(() => fuzzed?.system.stop());

test("refuses wrong requests and serves everyone else", async () => {
  const seed = Number(process.env["TMS_SEED"]);
  const findings = await runCampaign(fuzzed, seed);
  expect(findings, `repeat with TMS_SEED=${seed}`).toEqual([]);
});
