import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { addMetrics } from "@tms/kit/metrics/registry";
import { testMetrics } from "@tms/kit/testing/serve";
import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settlementBacklog } from "../src/metrics.ts";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

let service: SettlementUnderTest;
beforeAll(async () => {
  service = await startSettlement();
});
afterAll(() => service.close());

const HOUR_S = 3_600;

/** What the metrics say now: how late the latest settlement is, and how many are dead. */
async function told() {
  const metrics = testMetrics();
  addMetrics(metrics, settlementBacklog(service.context.db));
  const values = (await metrics.getMetricsAsJSON()).map(({ values: [value] }) => value?.value);
  const [lateS = NaN, dead = NaN] = values;
  return { lateS, dead };
}

test("a settlement is late until a worker has it, also while it pauses, and dead ones are counted", async () => {
  const { id: tournamentId, gameId } = service.tournament();
  const dueTime = timestampFromDate(new Date(Date.now() - HOUR_S * 1_000));
  await service.client.scheduleSettlement({ requestId: newId(), gameId, tournamentId, dueTime });
  const becomes = (change: string) =>
    service.context.db.$client.query(
      `UPDATE settlement SET ${change} WHERE tournament_id = '${tournamentId}'`,
    );
  expect((await told()).lateS).toBeGreaterThanOrEqual(HOUR_S);
  await becomes("run_at = now() + interval '50 seconds'");
  expect((await told()).lateS).toBeGreaterThanOrEqual(HOUR_S);
  await becomes("lease_until = now() + interval '15 seconds'");
  expect(await told()).toEqual({ lateS: 0, dead: 0 });
  await becomes("dead_at = now()");
  expect(await told()).toEqual({ lateS: 0, dead: 1 });
});
