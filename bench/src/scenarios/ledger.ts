import { interleave, type Bench, type Measurement } from "../bench.ts";
import { bareTransfers } from "../ceiling/bare-transfers.ts";
import { createPayingGame } from "../fill/tournaments.ts";
import { fundGamers, type Gamer } from "../fill/gamers.ts";
import { makeTransfers } from "../load/transfers.ts";
import { meterCpu } from "../measure/cpu.ts";
import { labelled, recordCeiling } from "../measure/load.ts";
import { audit } from "@tms/test/harness/audit.ts";
import type { Scenario } from "../scenario.ts";
import { pidsOf, type BenchSystem } from "../system/system.ts";

// Half of them pay the other half: any two calls meet in a few accounts, but not in so many.
const SIZES = {
  full: { contended: 10, spread: 10_000 },
  smoke: { contended: 10, spread: 100 },
};
const SHAPES = {
  "one per call": { batch: 1, calls: 32 },
  "256 per call": { batch: 256, calls: 2 },
  "1,000 per call": { batch: 1_000, calls: 2 },
};
// A bare statement makes as many transfers as the largest call.
const BARE_SHAPE: keyof typeof SHAPES = "1,000 per call";
const bareOf = (series: string) => `${series}, bare tables`;
const WHAT = "transfers";

export const ledger: Scenario = {
  name: "ledger",
  title: "Transfers by the wallet over gRPC, among 10 accounts and spread over 10,000",
  primary: "transfers/s",
  ratios: [
    ["contended", "spread"],
    ["contended", bareOf("contended")],
    ["spread", bareOf("spread")],
  ],
  async run(bench) {
    const sizes = SIZES[bench.scale];
    const product = await bench.harness.product();
    const { gameId } = await createPayingGame(product);
    const gamers = await fundGamers(product.db, gameId, Math.max(...Object.values(sizes)));
    const groups: Measurement[][] = [];
    for (const [series, size] of Object.entries(sizes))
      groups.push(await among(bench, product, { series, gameId, gamers: gamers.slice(0, size) }));
    await interleave(bench.rounds, groups);
    bench.say("verifying");
    await audit(product.adminUrl);
  },
};

/** Every way to make transfers among some gamers. */
async function among(
  bench: Bench,
  product: BenchSystem,
  { series, gameId, gamers }: { series: string; gameId: string; gamers: readonly Gamer[] },
): Promise<Measurement[]> {
  const { pid } = bench.harness.servers.postgres;
  const bare = await bareTransfers(await bench.harness.tables(), gamers.length);
  const shapes = Object.entries(SHAPES).map(([point, shape]): Measurement => async (round) => {
    const cpu = meterCpu({ ...pidsOf(product), postgres: pid });
    const load = { gameId, gamers, seconds: bench.seconds, ...shape };
    const { rows, seconds } = await makeTransfers(product, load);
    const each = Object.entries(cpu()).map(([name, micros]) => [name, micros / rows] as const);
    const values = { [`${WHAT}/s`]: rows / seconds, ...labelled(Object.fromEntries(each)) };
    bench.record({ point, series, round, values });
  });
  const ceiling: Measurement = async (round) => {
    const at = { what: WHAT, point: BARE_SHAPE, series: bareOf(series), round };
    recordCeiling(bench, at, await bare(bench.seconds, pid));
  };
  return [...shapes, ceiling];
}
