import { newId } from "@tms/kit/ids";
import { interleave, type Bench, type Measurement } from "../bench.ts";
import { createPayingGame, cupMaker } from "../fill/cups.ts";
import { fillCup } from "../fill/entries.ts";
import { fundGamers } from "../fill/gamers.ts";
import { tidy } from "../fill/tidy.ts";
import { renderRequest, type LoadPlan } from "../load/plan.ts";
import type { Pids } from "../measure/cpu.ts";
import { measureLoad } from "../measure/load.ts";
import { readerOf, type Standings } from "../measure/standings.ts";
import { verifyBooks } from "../measure/verify.ts";
import type { Scenario } from "../scenario.ts";
import { pidsOf } from "../stack/build.ts";

const SIZES = {
  full: { connections: [1, 32, 256], entries: 100_000, few: 100 },
  smoke: { connections: [2], entries: 200, few: 100 },
};
const OK = 200;
const PAGE = 50;
const LONGEST_PAGE = 1_000;
const ALL = "all entries";
const FEW = "100 entries";
const MIDDLE = "all, page in the middle";
const CANNED = "canned gateway";

export const reads: Scenario = {
  name: "reads",
  title: "A tournament, and a page of its standings, with 100,000 entries behind them",
  primary: "reads/s",
  ratios: [
    [ALL, FEW],
    [MIDDLE, FEW],
    [ALL, CANNED],
  ],
  async run(bench) {
    const { connections, entries, few } = SIZES[bench.scale];
    const questions = await prepareQuestions(bench, entries, few);
    const groups = Object.entries(questions).flatMap(([what, asked]) =>
      connections.map((count) =>
        asked.map((question): Measurement => {
          const at = { what: "reads", point: `${what}, ${count}`, series: question.series };
          return (round) => ask(bench, question, count, { ...at, round });
        }),
      ),
    );
    await interleave(bench.rounds, groups);
    bench.say("verifying");
    await verifyBooks(await bench.lab.product());
  },
};

/** What is read, of which gateway. */
interface Question extends Pick<LoadPlan, "port" | "requests"> {
  series: string;
  pids: Pids;
}

/** Fills a large cup and a small one; returns what is asked about both, by kind. */
async function prepareQuestions(
  bench: Bench,
  entries: number,
  few: number,
): Promise<Record<string, Question[]>> {
  const product = await bench.lab.product();
  const canned = await bench.lab.canned();
  const { gameId, apiKey } = await createPayingGame(product);
  const gamers = await fundGamers(product.db, gameId, entries);
  const makeCup = cupMaker(product);
  const [large, small] = [await makeCup(gameId), await makeCup(gameId)];
  await fillCup(product.db, large, gamers);
  await fillCup(product.db, small, gamers.slice(0, few));
  await tidy(product.db);

  const get = (path: string) => [
    renderRequest({ method: "GET", path, headers: { "x-api-key": apiKey } }),
  ];
  const page = (id: string, query = "") => get(`/tournament/${id}/entries?limit=${PAGE}${query}`);
  const standings = { gatewayUrl: product.gatewayUrl, apiKey };
  const middle = await middleOf({ ...standings, cupId: large.id }, entries);
  await readerOf({ ...standings, cupId: small.id })(PAGE);
  const ours = { port: product.gatewayPort, pids: pidsOf(product) };
  const theirs = { port: canned.port, pids: { gateway: canned.pid } };
  return {
    tournament: [
      { series: ALL, requests: get(`/tournament/${large.id}`), ...ours },
      { series: FEW, requests: get(`/tournament/${small.id}`), ...ours },
      { series: CANNED, requests: get(`/tournament/${newId()}`), ...theirs },
    ],
    standings: [
      { series: ALL, requests: page(large.id), ...ours },
      { series: FEW, requests: page(small.id), ...ours },
      { series: MIDDLE, requests: page(large.id, `&cursor=${middle}`), ...ours },
      { series: CANNED, requests: page(newId()), ...theirs },
    ],
  };
}

async function ask(
  bench: Bench,
  { port, requests, pids }: Question,
  connections: number,
  at: { what: string; point: string; series: string; round: number },
): Promise<void> {
  const { seconds } = bench;
  const plan = { port, requests, connections, seconds, ...ENDLESS };
  const { others } = await measureLoad(bench, at, pids, plan);
  const refused = Object.keys(others);
  if (refused.length > 0) throw new Error(`a read was answered with ${refused.join()}`);
}

const ENDLESS = { first: 0, most: Number.MAX_SAFE_INTEGER, expected: OK };

/** Turns pages until half of the entries are behind; returns where to go on, after a look there. */
async function middleOf(standings: Standings, entries: number): Promise<string> {
  const read = readerOf(standings);
  const limit = Math.min(LONGEST_PAGE, entries / 2);
  let cursor = "";
  for (let behind = 0; behind < entries / 2; behind += limit) cursor = await read(limit, cursor);
  await read(PAGE, cursor);
  return cursor;
}
