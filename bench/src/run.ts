import { until } from "@tms/stack/until";
import { audit } from "@tms/test/harness/audit.ts";
import { meterCpu, microsPerUnit, type Values } from "./processes.ts";
import type { Product } from "./product.ts";
import { makeReport, OTHER_ANSWERS, type Report, type Sample } from "./report.ts";
import type { Bench, GatewayLoad, LoadMeasurement, Scenario } from "./scenario.ts";

export async function runScenario(
  scenario: Scenario,
  bench: Bench,
  say: (line: string) => void,
): Promise<Report> {
  const { primary, warmUp = false } = scenario;
  const begunAt = new Date();
  say("preparing");
  const groups = (await scenario.prepare(bench)).map((group) =>
    group.map(({ point, series, ...work }) => ({
      point,
      series,
      measure: () => ("load" in work ? measureLoad(bench, primary, work) : work.measure()),
    })),
  );
  if (warmUp) {
    say("warming up");
    for (const { measure } of groups.flat().toReversed()) await measure();
  }
  const samples: Sample[] = [];
  for (const group of groups)
    for (let round = 0; round < bench.rounds; round++)
      // Every other round runs in reverse order.
      for (const { point, series, measure } of round % 2 === 0 ? group : group.toReversed()) {
        const values = await measure();
        const value = values[primary]?.toPrecision(3);
        samples.push({ point, series, round, values });
        say(`round ${round + 1}  ${series} at ${point}: ${value} ${primary}`);
      }
  say("verifying");
  await audit(bench.product.adminUrl);
  return makeReport(scenario, begunAt, samples);
}

const RECOVERED_WITHIN_MS = 60_000;

/**
 * Returns the rate, the latencies and the processor time per unit. If a table is given, throws if it
 * lacks rows for acknowledged work, or has more rows than all requests can have added.
 */
async function measureLoad(
  bench: Bench,
  rate: string,
  { load, each = 1, table }: LoadMeasurement,
): Promise<Values> {
  const { db, pids } = bench.product;
  const gatewayLoad = await load();
  const before = table === undefined ? 0 : await countRows(db, table);
  const cpu = meterCpu(pids);
  const { answered, overloaded, seconds, latency, cpuMicros } = await sendLoad(bench, gatewayLoad);
  const micros = { load: cpuMicros, ...cpu() };
  const units = each * answered;
  if (table !== undefined) {
    await until(async () => (await countRows(db, "entry.pending_join")) === 0, {
      timeoutMs: RECOVERED_WITHIN_MS,
      what: "The end of all pending joins",
    });
    const rows = (await countRows(db, table)) - before;
    // The product may have done work that it answered with 503.
    if (rows < units || rows > units + each * overloaded)
      throw new Error(`${units} rows of ${table} were acknowledged, but there are ${rows}.`);
  }
  return {
    [rate]: units / seconds,
    ...latency,
    [OTHER_ANSWERS]: overloaded,
    ...microsPerUnit(micros, units),
  };
}

/** Puts load on the gateway. Throws if an answer is neither a success nor a 503. */
export async function sendLoad({ product, seconds, generate }: Bench, load: GatewayLoad) {
  const outcome = await generate({ port: product.ports.gateway, seconds, ...load });
  const { 503: overloaded = 0, ...unexpected } = outcome.others;
  const statuses = Object.keys(unexpected).join(" and ");
  if (statuses !== "") throw new Error(`A request was answered with ${statuses}.`);
  return { ...outcome, overloaded };
}

async function countRows(db: Product["db"], table: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
  return rows[0]?.count ?? 0;
}
