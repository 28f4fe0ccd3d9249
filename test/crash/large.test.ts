import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestSystem, type TestSystem } from "../harness/system.ts";
import { gameIn } from "../harness/game.ts";
import { manyJoined } from "../harness/gamers.ts";
import { published, settled } from "../harness/tournament.ts";
import { audit } from "../harness/audit.ts";

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system?.stop());

const ENTRIES = 10_000;

test("a tournament of 10,000 entries pays its pool out to the last unit", async () => {
  const api = await gameIn(system, { platformFeeBps: 333 });
  const path = await published(api, { entryFee: 0.07, prizeSplit: [50, 30, 20] });
  const gamers = Array.from({ length: ENTRIES }, (_, i) => `gamer-${i}`);
  await manyJoined(system, api, path, gamers);
  await api.patch(`${path}/complete`);
  const settlement = await settled(api, path, 100_000);
  expect(settlement).toMatchObject({ pool: 700, platformFee: 23.31, entries: ENTRIES });
  expect((await api.get(path)).body.tournament).toMatchObject({
    prizePool: 0,
    status: "completed",
  });
  await audit(system.adminUrl);
});
