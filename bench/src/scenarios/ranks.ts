import { audit } from "@tms/test/harness/audit.ts";
import { interleave, type Bench, type Measurement } from "../bench.ts";
import { ranksInPostgres, ranksInRedis, type AskRank } from "../ceiling/ranks.ts";
import { fillBoard, type Board } from "../fill/board.ts";
import { handleOf } from "../fill/gamers.ts";
import { RECORDED, scoreRequests } from "../load/scores.ts";
import { timeCalls } from "../measure/calls.ts";
import { requireServed } from "../measure/load.ts";
import type { Scenario } from "../scenario.ts";
import type { BenchSystem } from "../system/system.ts";

const PRODUCT = "product";
const PAGE = "standings page";
const STRATA = "strata";
const COUNT = "count(*)";
const SORTED_SET = "sorted set";
const WINDOW = 21;
const CONNECTIONS = { full: 256, smoke: 4 };
const CHECKED = 20;

export const ranks: Scenario = {
  name: "ranks",
  title: "The rank of one gamer on a large leaderboard, alone and beside scores that come in",
  primary: "reads/s",
  ratios: [
    [PRODUCT, PAGE],
    [STRATA, COUNT],
    [STRATA, SORTED_SET],
  ],
  async run(bench) {
    const product = await bench.harness.product();
    const board = await fillBoard(bench, product);
    const { redis } = bench.harness.servers;
    const sortedSet = redis && (await ranksInRedis(redis.url, product, board));
    const { byStrata, byCount } = ranksInPostgres(product, board);
    const asked = [
      { what: "rank", series: PRODUCT, ask: aroundOf(product, board, 1) },
      { what: `window of ${WINDOW}`, series: PRODUCT, ask: aroundOf(product, board, WINDOW) },
      { what: `window of ${WINDOW}`, series: PAGE, ask: pageOf(product, board) },
      { what: "rank in the database", series: STRATA, ask: byStrata },
      { what: "rank in the database", series: COUNT, ask: byCount },
      ...(sortedSet
        ? [{ what: "rank in the database", series: SORTED_SET, ask: sortedSet.ask }]
        : []),
    ];
    try {
      await requireSame(board, [byStrata, byCount, ...(sortedSet ? [sortedSet.ask] : [])]);
      const measure = (beside: boolean) =>
        [...Map.groupBy(asked, ({ what }) => what).values()].map((group) =>
          group.map((question): Measurement => {
            const point = `${question.what}${beside ? ", beside scores" : ""}`;
            return (round) => record(bench, { ...question, point, round }, product, board, beside);
          }),
        );
      await interleave(bench.rounds, [...measure(false), ...measure(true)]);
    } finally {
      await sortedSet?.stop();
    }
    bench.say("verifying");
    await audit(product.adminUrl);
  },
};

interface Asked {
  point: string;
  series: string;
  round: number;
  ask: AskRank | ((number: number) => Promise<void>);
}

/** Reads for a while, one after the other, each about another gamer; beside scores if that is asked for. */
async function record(
  bench: Bench,
  { point, series, round, ask }: Asked,
  product: BenchSystem,
  board: Board,
  beside: boolean,
): Promise<void> {
  const loading = beside ? report(bench, product, board) : undefined;
  const someone = () => Math.floor(Math.random() * board.gamers.length);
  const calls = await timeCalls(bench.seconds, () => ask(someone()));
  const written = await loading;
  bench.record({
    point,
    series,
    round,
    values: {
      "reads/s": calls.perSecond,
      "p50 ms": calls.p50Ms,
      "p99 ms": calls.p99Ms,
      ...(written !== undefined && { "scores/s": written }),
    },
  });
}

/** Reports scores for as long as somebody reads; returns how many there were in a second. */
async function report(bench: Bench, product: BenchSystem, board: Board): Promise<number> {
  const outcome = await bench.load.run({
    port: product.ports.gateway,
    connections: CONNECTIONS[bench.scale],
    seconds: bench.seconds,
    first: 0,
    most: board.gamers.length,
    requests: scoreRequests(board),
    expected: RECORDED,
  });
  requireServed(outcome);
  return outcome.answered / outcome.seconds;
}

function aroundOf(product: BenchSystem, board: Board, limit: number) {
  const read = readerOf(product, board);
  return (number: number) => read(`leaderboard?around=${handleOf(number)}&limit=${limit}`);
}

function pageOf(product: BenchSystem, board: Board) {
  const read = readerOf(product, board);
  return () => read(`entries?limit=${WINDOW}`);
}

const readerOf =
  ({ gatewayUrl }: BenchSystem, { tournamentId, apiKey }: Board) =>
  async (what: string): Promise<void> => {
    const url = `${gatewayUrl}/tournament/${tournamentId}/${what}`;
    const response = await fetch(url, { headers: { "x-api-key": apiKey } });
    if (!response.ok) throw new Error(`${what} was answered with ${response.status}`);
    await response.arrayBuffer();
  };

/** Whoever is asked says the same while nothing is written. */
async function requireSame({ gamers }: Board, askers: readonly AskRank[]): Promise<void> {
  const step = Math.max(1, Math.floor(gamers.length / CHECKED));
  for (let number = 0; number < gamers.length; number += step) {
    const told = new Set(await Promise.all(askers.map((ask) => ask(number))));
    if (told.size !== 1) throw new Error(`${number} was told ${[...told].join(" and ")}`);
  }
}
