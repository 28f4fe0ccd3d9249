import { until } from "@tms/stack/until";
import type { Generator, LoadOutcome } from "./generator.ts";
import { meterCpu, microsPerUnit } from "./processes.ts";
import type { Product } from "./product.ts";
import { OTHER_ANSWERS } from "./report.ts";
import type { Bench, GatewayLoad, LoadMeasurement, Values } from "./scenario.ts";

const OVERLOADED = "503";

/** Puts load on the gateway. Throws if an answer is neither a success nor a 503. */
export async function sendLoad(
  { generate, product, seconds }: Bench,
  load: GatewayLoad,
  generator: Generator = generate,
): Promise<LoadOutcome & { overloaded: number }> {
  const outcome = await generator({ port: product.ports.gateway, seconds, ...load });
  const { [OVERLOADED]: overloaded = 0, ...unexpected } = outcome.others;
  const statuses = Object.keys(unexpected).join(" and ");
  if (statuses !== "") throw new Error(`A request was answered with ${statuses}.`);
  return { ...outcome, overloaded };
}

/** Rows that tables must gain, by table. */
export type Tally = Map<string, { before: number; min: number; max: number }>;

/** Returns the rate, the latencies and the processor time per unit. Adds the work to a tally. */
export async function measureLoad(
  bench: Bench,
  rate: string,
  { load, each = 1, table }: LoadMeasurement,
  tally: Tally,
): Promise<Values> {
  const { db, pids } = bench.product;
  const gatewayLoad = await load();
  if (table && !tally.has(table))
    tally.set(table, { before: await countRows(db, table), min: 0, max: 0 });
  const cpu = meterCpu(pids);
  const outcome = await sendLoad(bench, gatewayLoad);
  const micros = { load: outcome.cpuMicros, ...cpu() };
  const units = each * outcome.answered;
  const gained = table && tally.get(table);
  if (gained) {
    gained.min += units;
    // The product may have done work that it answered with 503.
    gained.max += units + each * outcome.overloaded;
  }
  return {
    [rate]: units / outcome.seconds,
    ...outcome.latency,
    [OTHER_ANSWERS]: outcome.overloaded,
    ...microsPerUnit(micros, units),
  };
}

const RECOVERED_WITHIN_MS = 60_000;

/** Throws if acknowledged work is missing, or if there is work that no request asked for. */
export async function verifyTally({ db }: Product, tally: Tally): Promise<void> {
  await until(async () => (await countRows(db, "entry.pending_join")) === 0, {
    timeoutMs: RECOVERED_WITHIN_MS,
    everyMs: 100,
    what: "The end of all pending joins",
  });
  for (const [table, { before, min, max }] of tally) {
    const rows = (await countRows(db, table)) - before;
    if (rows < min || rows > max)
      throw new Error(`${min} rows of ${table} were acknowledged, but there are ${rows}.`);
  }
}

async function countRows(db: Product["db"], table: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
  return rows[0]?.count ?? 0;
}
