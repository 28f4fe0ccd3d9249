import { until } from "@tms/stack/until";
import pMap from "p-map";
import { interleave, type Bench, type Measurement } from "../bench.ts";
import { bareLateness } from "../ceiling/bare-queue.ts";
import { createPayingGame, tournamentMaker, type Tournament } from "../fill/tournaments.ts";
import { fillTournament } from "../fill/entries.ts";
import { fundGamers, type Gamer } from "../fill/gamers.ts";
import { percentile } from "../measure/statistics.ts";
import { audit } from "@tms/test/harness/audit.ts";
import type { Scenario } from "../scenario.ts";
import type { BenchSystem } from "../system/system.ts";

const SIZES = {
  full: { rush: 1_000, alone: 8, trial: 50 },
  smoke: { rush: 10, alone: 2, trial: 2 },
};
// Ends are announced long enough before to publish the tournaments and to queue their wake-ups:
// so long as a trial took for as many, several times over.
const LEAST_NOTICE_MS = 1_500;
const SAFETY = 2.5;
const HOUR_MS = 3_600_000;
// An end alone: the ends before and after it are far off, and not in step with a second.
const APART_MS = 733;
const PARALLEL = 32;
// The last one, far from those of the systems.
const QUEUE_DATABASE = 15;
const ENTRIES = 3;
// Lateness is what is measured: only one that never comes is an error.
const SETTLED_WITHIN_MS = 300_000;

export const endRush: Scenario = {
  name: "end-rush",
  title: "How long after its end a tournament is settled, 1,000 ending at once and one alone",
  primary: "p99 ms",
  ratios: [["settled", "bare queue"]],
  async run(bench) {
    const { rush, alone, trial } = SIZES[bench.scale];
    const product = await bench.harness.product();
    const { gameId } = await createPayingGame(product);
    const most = Math.max(rush, alone, trial);
    const gamers = await fundGamers(product.db, gameId, most * ENTRIES);
    const publish = publisher(product, gameId, gamers);
    const noticeFor = await measureNotice(publish, trial);
    const together = (noticeMs: number) => moments(rush, noticeMs, 0);
    const apart = (noticeMs: number) => moments(alone, noticeMs, APART_MS);
    await interleave(bench.rounds, [
      [
        productAt(bench, product, "at once", inTime(publish, together, noticeFor(rush))),
        ...queueAt(bench, "at once", () => together(LEAST_NOTICE_MS)),
      ],
      [
        productAt(bench, product, "alone", inTime(publish, apart, noticeFor(alone))),
        ...queueAt(bench, "alone", () => apart(LEAST_NOTICE_MS)),
      ],
    ]);
    bench.say("verifying");
    await audit(product.adminUrl);
  },
};

function moments(count: number, noticeMs: number, apartMs: number): Date[] {
  const firstMs = Date.now() + noticeMs;
  return Array.from({ length: count }, (_, index) => new Date(firstMs + index * apartMs));
}

type Publish = (ends: readonly Date[]) => Promise<Tournament[]>;

/** Publishes tournaments with a few entries each, of other gamers each: none waits for another. */
function publisher(product: BenchSystem, gameId: string, gamers: readonly Gamer[]): Publish {
  const makeTournament = tournamentMaker(product);
  return (ends) =>
    pMap(
      ends,
      async (endsAt, number) => {
        const tournament = await makeTournament(gameId, endsAt);
        await fillTournament(
          product.db,
          tournament,
          gamers.slice(number * ENTRIES, (number + 1) * ENTRIES),
        );
        return tournament;
      },
      { concurrency: PARALLEL },
    );
}

/** How long in advance so many ends are to be announced, by what a trial took. */
async function measureNotice(publish: Publish, trial: number): Promise<(count: number) => number> {
  const begunAt = performance.now();
  await publish(moments(trial, HOUR_MS, 0));
  const eachMs = (performance.now() - begunAt) / trial;
  return (count) => LEAST_NOTICE_MS + SAFETY * eachMs * count;
}

// Each with twice the notice of the one before.
const ATTEMPTS = 4;

/** Publishes tournaments so long before their ends that none passes meanwhile. */
function inTime(
  publish: Publish,
  endsIn: (noticeMs: number) => Date[],
  noticeMs: number,
): () => Promise<Tournament[]> {
  return async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const tournaments = await publish(endsIn(noticeMs * 2 ** attempt));
      if (tournaments.every(({ endsAt }) => endsAt.getTime() > Date.now())) return tournaments;
    }
    throw new Error("the ends passed while tournaments were still being published");
  };
}

function productAt(
  bench: Bench,
  product: BenchSystem,
  point: string,
  open: () => Promise<Tournament[]>,
): Measurement {
  return async (round) => {
    const tournaments = await open();
    const lateness = await latenessOf(product, tournaments);
    for (const [series, late] of Object.entries(lateness))
      bench.record({ point, series, round, values: describe(late) });
  };
}

function queueAt(bench: Bench, point: string, times: () => Date[]): Measurement[] {
  const { redis } = bench.harness.servers;
  if (redis === null) return [];
  return [
    async (round) => {
      const late = await bareLateness(`${redis.url}/${QUEUE_DATABASE}`, times());
      bench.record({ point, series: "bare queue", round, values: describe(late) });
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
 * Waits until all tournaments are settled. A settlement begins with closing the registration, which
 * Postgres dates, as it does its end.
 */
async function latenessOf({ db }: BenchSystem, tournaments: readonly Tournament[]) {
  const query = `
    SELECT extract(epoch FROM closed_at - ends_at)::float8 * 1000 AS begun,
      extract(epoch FROM finished_at - ends_at)::float8 * 1000 AS settled
    FROM entry.registration JOIN settlement.settlement USING (tournament_id)
    WHERE tournament_id = ANY($1) AND finished_at IS NOT NULL`;
  const rows = await until(
    async () => {
      const found = await db.query<{ begun: number; settled: number }>(query, [
        tournaments.map((tournament) => tournament.id),
      ]);
      return found.rows.length === tournaments.length ? found.rows : null;
    },
    {
      timeoutMs: lastEnd(tournaments) - Date.now() + SETTLED_WITHIN_MS,
      everyMs: 100,
      what: `The settlement of ${tournaments.length} tournaments`,
    },
  );
  return { begun: rows.map((row) => row.begun), settled: rows.map((row) => row.settled) };
}

const lastEnd = (tournaments: readonly Tournament[]): number =>
  Math.max(...tournaments.map((tournament) => tournament.endsAt.getTime()));
