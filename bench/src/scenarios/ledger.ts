import { interleave, type Bench, type Measurement } from "../bench.ts";
import { bareTransfers } from "../ceiling/bare-transfers.ts";
import { createPayingGame } from "../fill/cups.ts";
import { fundGamers, type Gamer } from "../fill/gamers.ts";
import { makeTransfers } from "../load/transfers.ts";
import { meterCpu } from "../measure/cpu.ts";
import { labelled, recordCeiling } from "../measure/load.ts";
import { verifyBooks } from "../measure/verify.ts";
import type { Scenario } from "../scenario.ts";
import { pidsOf, type Build } from "../stack/build.ts";

const SIZES = { full: [10, 10_000], smoke: [10, 100] };
const SHAPES = {
  "one per call": { batch: 1, calls: 32 },
  "256 per call": { batch: 256, calls: 2 },
  "1,000 per call": { batch: 1_000, calls: 2 },
};
const BARE = "bare tables";
const WHAT = "transfers";

export const ledger: Scenario = {
  name: "ledger",
  title: "Transfers by the wallet over gRPC, among so many accounts",
  primary: "transfers/s",
  ratios: [
    ["1,000 per call", "one per call"],
    ["256 per call", BARE],
    ["1,000 per call", BARE],
  ],
  async run(bench) {
    const sizes = SIZES[bench.scale];
    const product = await bench.lab.product();
    const { gameId } = await createPayingGame(product);
    const gamers = await fundGamers(product.db, gameId, Math.max(...sizes));
    const groups: Measurement[][] = [];
    for (const size of sizes)
      groups.push(await among(bench, product, gameId, gamers.slice(0, size)));
    await interleave(bench.rounds, groups);
    bench.say("verifying");
    await verifyBooks(product);
  },
};

/** Every way to make transfers among these gamers. */
async function among(
  bench: Bench,
  product: Build,
  gameId: string,
  gamers: readonly Gamer[],
): Promise<Measurement[]> {
  const { pid } = bench.lab.servers.postgres;
  const point = gamers.length.toLocaleString("en");
  const bare = await bareTransfers(await bench.lab.tables(), gamers.length);
  const shapes = Object.entries(SHAPES).map(([series, shape]): Measurement => async (round) => {
    const cpu = meterCpu({ ...pidsOf(product), postgres: pid });
    const load = { gameId, gamers, seconds: bench.seconds, ...shape };
    const { rows, seconds } = await makeTransfers(product, load);
    const each = Object.entries(cpu()).map(([name, micros]) => [name, micros / rows] as const);
    const values = { [`${WHAT}/s`]: rows / seconds, ...labelled(Object.fromEntries(each)) };
    bench.record({ point, series, round, values });
  });
  const ceiling: Measurement = async (round) => {
    const at = { what: WHAT, point, series: BARE, round };
    recordCeiling(bench, at, await bare(bench.seconds, pid));
  };
  return [...shapes, ceiling];
}
