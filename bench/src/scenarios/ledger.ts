import { interleave, type Bench, type Measured } from "../bench.ts";
import { bareTransfers } from "../ceiling/bare-transfers.ts";
import { createPayingGame } from "../fill/cups.ts";
import { fundGamers, type Gamer } from "../fill/gamers.ts";
import { makeTransfers } from "../load/transfers.ts";
import { meterCpu } from "../measure/cpu.ts";
import { recordCeiling } from "../measure/load.ts";
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
    const groups: Measured[][] = [];
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
): Promise<Measured[]> {
  const { pid } = bench.lab.servers.postgres;
  const point = gamers.length.toLocaleString("en");
  const bare = await bareTransfers(await bench.lab.tables(), gamers.length);
  const shapes = Object.entries(SHAPES).map(([series, shape]): Measured => ({
    series,
    async measure(round) {
      const cpu = meterCpu({ ...pidsOf(product), postgres: pid });
      const { seconds } = bench;
      const { rows, ...reached } = await makeTransfers(product, {
        gameId,
        gamers,
        seconds,
        ...shape,
      });
      const { wallet = 0, postgres = 0 } = cpu();
      bench.record({
        point,
        series,
        round,
        values: {
          "transfers/s": rows / reached.seconds,
          "wallet µs": wallet / rows,
          "postgres µs": postgres / rows,
        },
      });
    },
  }));
  const ceiling: Measured = {
    series: BARE,
    async measure(round) {
      const at = { what: WHAT, point, series: BARE, round };
      recordCeiling(bench, at, await bare(bench.seconds, pid));
    },
  };
  return [...shapes, ceiling];
}
