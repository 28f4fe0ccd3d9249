import { addMetrics } from "@tms/kit/metrics/registry";
import { testMetrics } from "@tms/kit/testing/serve";
import { newId } from "@tms/kit/values/ids";
import { inHours } from "../../../test/world/actions.ts";
import { expect, test } from "../../../test/world/test.ts";
import { settlementBacklog } from "../src/metrics.ts";

const HOUR_S = 3_600;

test("shows a settlement as late until a worker has it, and counts the dead", async ({ world }) => {
  const metrics = testMetrics();
  addMetrics(metrics, settlementBacklog(world.contexts.settlement.db));
  const read = async () => {
    const values = (await metrics.getMetricsAsJSON()).map(({ values: [value] }) => value?.value);
    const [lateS = NaN, dead = NaN] = values;
    return { lateS, dead };
  };
  const key = { gameId: newId(), tournamentId: newId() };
  const request = { ...key, requestId: newId(), dueTime: inHours(-1) };
  await world.settlement.scheduleSettlement(request);
  const change = (set: string) =>
    world.admin.query(`UPDATE settlement.settlement SET ${set} WHERE tournament_id = $1`, [
      key.tournamentId,
    ]);
  expect((await read()).lateS).toBeGreaterThanOrEqual(HOUR_S);
  await change("run_at = now() + interval '50 seconds'");
  expect((await read()).lateS).toBeGreaterThanOrEqual(HOUR_S);
  await change("lease_until = now() + interval '15 seconds'");
  expect(await read()).toEqual({ lateS: 0, dead: 0 });
  await change("dead_at = now()");
  expect(await read()).toEqual({ lateS: 0, dead: 1 });
});
