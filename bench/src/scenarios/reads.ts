import { newId } from "@tms/kit/values/ids";
import { interleave, type Bench, type Measurement } from "../bench.ts";
import { createPayingGame, tournamentMaker } from "../fill/tournaments.ts";
import { fillTournament } from "../fill/entries.ts";
import { fundGamers } from "../fill/gamers.ts";
import { tidy } from "../fill/tidy.ts";
import { renderRequest, type LoadPlan } from "../load/plan.ts";
import type { Pids } from "../measure/cpu.ts";
import { measureLoad } from "../measure/load.ts";
import { readerOf, type Standings } from "../measure/standings.ts";
import { audit } from "@tms/test/harness/audit.ts";
import type { Scenario } from "../scenario.ts";
import { pidsOf } from "../system/system.ts";

const SIZES = {
  full: { connections: [1, 32, 256], entries: 100_000, few: 100, tournaments: 200 },
  smoke: { connections: [2], entries: 200, few: 100, tournaments: 3 },
};
const OK = 200;
const PAGE = 50;
const LONGEST_PAGE = 1_000;
const ALL = "all entries";
const FEW = "100 entries";
const MIDDLE = "all, page in the middle";
const APART = "each another one";
const CANNED = "canned gateway";

export const reads: Scenario = {
  name: "reads",
  title: "A tournament, and a page of its standings, with 100,000 entries behind them",
  primary: "reads/s",
  ratios: [
    [ALL, FEW],
    [MIDDLE, FEW],
    [ALL, CANNED],
    [APART, CANNED],
  ],
  async run(bench) {
    const { connections, ...sizes } = SIZES[bench.scale];
    const questions = await prepareQuestions(bench, sizes);
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
    await audit((await bench.harness.product()).adminUrl);
  },
};

/** Requests to one gateway, under the name of their series. */
interface Question extends Pick<LoadPlan, "port" | "requests"> {
  series: string;
  pids: Pids;
}

/** Fills a large tournament and many small ones; returns what is asked about them, by kind. */
async function prepareQuestions(
  bench: Bench,
  { entries, few, tournaments }: { entries: number; few: number; tournaments: number },
): Promise<Record<string, Question[]>> {
  const product = await bench.harness.product();
  const canned = await bench.harness.canned();
  const { gameId, apiKey } = await createPayingGame(product);
  const gamers = await fundGamers(product.db, gameId, entries);
  const makeTournament = tournamentMaker(product);
  const [large, small] = [await makeTournament(gameId), await makeTournament(gameId)];
  await fillTournament(product.db, large, gamers);
  const others = [small];
  while (others.length < tournaments) others.push(await makeTournament(gameId));
  for (const tournament of others)
    await fillTournament(product.db, tournament, gamers.slice(0, few));
  await tidy(product.db);

  const get = (...paths: string[]) =>
    paths.map((path) => renderRequest({ method: "GET", path, headers: { "x-api-key": apiKey } }));
  const page = (id: string, query = "") => `/tournament/${id}/entries?limit=${PAGE}${query}`;
  const standings = { gatewayUrl: product.gatewayUrl, apiKey };
  const pages = await pagesOf({ ...standings, tournamentId: large.id }, entries);
  const at = (cursor = "") => page(large.id, `&cursor=${cursor}`);
  await readerOf({ ...standings, tournamentId: small.id })(PAGE);
  const ours = { port: product.ports.gateway, pids: pidsOf(product) };
  const theirs = { port: canned.port, pids: { gateway: canned.pid } };
  return {
    tournament: [
      { series: ALL, requests: get(`/tournament/${large.id}`), ...ours },
      { series: FEW, requests: get(`/tournament/${small.id}`), ...ours },
      { series: APART, requests: get(...others.map(({ id }) => `/tournament/${id}`)), ...ours },
      { series: CANNED, requests: get(`/tournament/${newId()}`), ...theirs },
    ],
    standings: [
      { series: ALL, requests: get(page(large.id)), ...ours },
      { series: FEW, requests: get(page(small.id)), ...ours },
      { series: MIDDLE, requests: get(at(pages[pages.length >> 1])), ...ours },
      { series: APART, requests: get(...pages.map(at)), ...ours },
      { series: CANNED, requests: get(page(newId())), ...theirs },
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

/** Turns pages until the end is near; returns where each of them goes on. */
async function pagesOf(standings: Standings, entries: number): Promise<string[]> {
  const read = readerOf(standings);
  const limit = Math.min(LONGEST_PAGE, entries / 4);
  const cursors: string[] = [];
  for (let behind = limit; behind < entries - limit; behind += limit)
    cursors.push(await read(limit, cursors.at(-1) ?? ""));
  await read(PAGE, cursors.at(-1));
  return cursors;
}
