import { until } from "@tms/test/stack/until.ts";
import { interleave, type Bench, type Measured } from "../bench.ts";
import { bareLateness } from "../ceiling/bare-queue.ts";
import { createPayingGame, cupMaker, type Cup } from "../fill/cups.ts";
import { fillCup } from "../fill/entries.ts";
import { fundGamers, type Gamer } from "../fill/gamers.ts";
import { mapInParallel } from "../fill/in-parallel.ts";
import { percentile } from "../measure/statistics.ts";
import { verifyBooks } from "../measure/verify.ts";
import type { Scenario } from "../scenario.ts";
import type { Build } from "../stack/build.ts";

const SIZES = {
  full: { rush: 1_000, alone: 8, noticeMs: 20_000 },
  smoke: { rush: 10, alone: 2, noticeMs: 1_500 },
};
// An end alone: its wake-up is queued long before, and its neighbours are done.
const ALONE_NOTICE_MS = 700;
const APART_MS = 333;
const PARALLEL = 32;
// The last one, far from those of the systems.
const QUEUE_DATABASE = 15;
const ENTRIES = 3;
const SETTLED_WITHIN_MS = 60_000;

export const endRush: Scenario = {
  name: "end-rush",
  title: "How long after its end a tournament is settled, 1,000 ending at once and one alone",
  primary: "p99 ms",
  ratios: [["settled", "bare queue"]],
  async run(bench) {
    const { rush, alone, noticeMs } = SIZES[bench.scale];
    const product = await bench.lab.product();
    const { gameId } = await createPayingGame(product);
    const gamers = await fundGamers(product.db, gameId, ENTRIES);
    const cups = cupsEnding(product, gameId, gamers);
    const together = () => {
      const at = new Date(Date.now() + noticeMs);
      return Array.from({ length: rush }, () => at);
    };
    const apart = () =>
      Array.from(
        { length: alone },
        (_, index) => new Date(Date.now() + ALONE_NOTICE_MS + index * APART_MS),
      );
    const points = { "at once": together, alone: apart };
    await interleave(
      bench.rounds,
      Object.entries(points).map(([point, times]) => [
        productAt(bench, product, point, () => cups(times())),
        ...queueAt(bench, point, rush, times),
      ]),
    );
    bench.say("verifying");
    await verifyBooks(product);
  },
};

/** Publishes cups with a few entries each. */
function cupsEnding(product: Build, gameId: string, gamers: readonly Gamer[]) {
  const makeCup = cupMaker(product);
  return (times: readonly Date[]) =>
    mapInParallel(times, PARALLEL, async (endsAt) => {
      const cup = await makeCup(gameId, endsAt);
      await fillCup(product.db, cup, gamers);
      return cup;
    });
}

function productAt(
  bench: Bench,
  product: Build,
  point: string,
  open: () => Promise<Cup[]>,
): Measured {
  return {
    series: "settled",
    async measure(round) {
      const cups = await open();
      if (cups.some((cup) => cup.endsAt.getTime() < Date.now()))
        throw new Error("the ends passed while tournaments were still being published");
      const { begun, settled } = await latenessOf(product, cups);
      const lateness = { begun, settled };
      for (const [series, late] of Object.entries(lateness))
        bench.record({ point, series, round, values: describe(late) });
    },
  };
}

function queueAt(bench: Bench, point: string, jobs: number, times: () => Date[]): Measured[] {
  const { redis } = bench.lab.servers;
  if (redis === null) return [];
  const series = "bare queue";
  return [
    {
      series,
      async measure(round) {
        const late = await bareLateness(`${redis.url}/${QUEUE_DATABASE}`, times().slice(0, jobs));
        bench.record({ point, series, round, values: describe(late) });
      },
    },
  ];
}

const describe = (lateMs: readonly number[]) => ({
  "p50 ms": percentile(lateMs, 0.5),
  "p99 ms": percentile(lateMs, 0.99),
  "max ms": Math.max(...lateMs),
  ends: lateMs.length,
});

/**
 * Waits until all cups are settled. A settlement begins with closing the entry book, which
 * Postgres dates, as it does its end.
 */
async function latenessOf({ db }: Build, cups: readonly Cup[]) {
  const query = `
    SELECT extract(epoch FROM closed_at - ends_at)::float8 * 1000 AS begun,
      extract(epoch FROM finished_at - ends_at)::float8 * 1000 AS settled
    FROM entry.book JOIN settlement.settlement USING (tournament_id)
    WHERE tournament_id = ANY($1) AND finished_at IS NOT NULL`;
  const rows = await until(
    async () => {
      const found = await db.query<{ begun: number; settled: number }>(query, [
        cups.map((cup) => cup.id),
      ]);
      return found.rows.length === cups.length ? found.rows : null;
    },
    {
      timeoutMs: lastEnd(cups) - Date.now() + SETTLED_WITHIN_MS,
      everyMs: 100,
      what: `The settlement of ${cups.length} tournaments`,
    },
  );
  return { begun: rows.map((row) => row.begun), settled: rows.map((row) => row.settled) };
}

const lastEnd = (cups: readonly Cup[]): number =>
  Math.max(...cups.map((cup) => cup.endsAt.getTime()));
