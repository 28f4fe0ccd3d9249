import { afterAll, beforeAll, expect, test } from "vitest";
import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { createGame } from "@tms/stack/system/demo-game";
import { startTestSystem, type TestSystem } from "../harness/system.ts";
import { apiOf, published, settled } from "../harness/api.ts";
import { audit } from "../harness/audit.ts";

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ redisDatabase: 3 });
});
afterAll(() => system?.stop());

const ENTRIES = 10_000;
const BATCH = 500;

test("a tournament of 10,000 entries pays its pool out to the last unit", async () => {
  const access = await createGame(system, "Large", { platformFeeBps: 333 });
  const api = apiOf(system.gatewayUrl, access);
  const path = await published(api, { entryFee: 0.07, prizeSplit: [50, 30, 20] });
  const tournamentId = path.slice("/tournament/".length);
  const entries = connectTo(EntryService, system.urls.entry, system.token);
  for (let start = 0; start < ENTRIES; start += BATCH) {
    const joins = Array.from({ length: BATCH }, (_, i) => ({
      requestId: newId(),
      gameId: access.gameId,
      tournamentId,
      handle: `gamer-${start + i}`,
    }));
    const outcomes = [];
    for await (const known of entries.batchJoin({ joins })) outcomes.push(...known.outcomes);
    expect(outcomes.map(({ outcome }) => outcome.case)).toEqual(joins.map(() => "entry"));
  }
  await api.patch(`${path}/complete`);
  const settlement = await settled(api, path, 100_000);
  expect(settlement).toMatchObject({ pool: 700, platformFee: 23.31, entries: ENTRIES });
  expect((await api.get(path)).body.tournament).toMatchObject({
    prizePool: 0,
    status: "completed",
  });
  await audit(system.adminUrl);
});
