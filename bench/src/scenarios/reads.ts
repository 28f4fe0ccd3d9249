import { audit } from "@tms/test/harness/audit.ts";
import { fundGamers } from "../fill/gamers.ts";
import { createPayingGame, fillTournament, publishTournament } from "../fill/tournaments.ts";
import { renderRequest } from "../load/plan.ts";
import type { Target } from "../load/requests.ts";
import { measureLoad } from "../measure/load.ts";
import { tidy, type Product } from "../product.ts";
import { interleave, type Bench, type Measurement, type Scenario } from "../scenario.ts";

const SIZES = {
  full: { connections: [1, 32, 256], entries: 100_000, few: 100, tournaments: 200 },
  smoke: { connections: [2], entries: 200, few: 100, tournaments: 3 },
};
const OK = 200;
const PAGE = 50;
const MAX_PAGE = 1_000;
const ALL = "all entries";
const FEW = "100 entries";
const MIDDLE = "all, page in the middle";
const EACH_OTHER = "each another one";

export const reads: Scenario = {
  name: "reads",
  title: "Reads of a tournament with 100,000 entries, and of a page of its standings",
  primary: "reads/s",
  ratios: [
    [ALL, FEW],
    [MIDDLE, FEW],
  ],
  async run(bench) {
    const requests = await prepareRequests(bench);
    const { connections: counts } = SIZES[bench.scale];
    const measurements = Object.entries(requests).flatMap(([subject, bySeries]) =>
      counts.flatMap((connections) =>
        Object.entries(bySeries).map(([series, paths]): Measurement => async (round) => {
          const labels = { unit: "reads", point: `${subject}, ${connections}`, series, round };
          await measureLoad(bench, labels, { connections, requests: paths, expected: OK });
        }),
      ),
    );
    await interleave(bench.rounds, measurements);
    bench.say("verifying");
    await audit(bench.product.adminUrl);
  },
};

/** Fills a large tournament and many small ones; returns requests by subject and series. */
async function prepareRequests({ product, scale }: Bench) {
  const { entries, few, tournaments } = SIZES[scale];
  const { gameId, apiKey } = await createPayingGame(product);
  const gamers = await fundGamers(product.db, gameId, entries);
  const large = await publishTournament(product, gameId);
  await fillTournament(product.db, large, gamers);
  const small: string[] = [];
  while (small.length < tournaments) {
    const tournament = await publishTournament(product, gameId);
    await fillTournament(product.db, tournament, gamers.slice(0, few));
    small.push(tournament.id);
  }
  await tidy(product.db);

  const [first = ""] = small;
  const cursors = await readCursors(product, { id: large.id, apiKey }, entries);
  await pageReader(product, { id: first, apiKey })(PAGE);
  const get = (...paths: string[]) =>
    paths.map((path) => renderRequest({ method: "GET", path, headers: { "x-api-key": apiKey } }));
  const toPath = (id: string) => `/tournament/${id}`;
  return {
    tournament: {
      [ALL]: get(toPath(large.id)),
      [FEW]: get(toPath(first)),
      [EACH_OTHER]: get(...small.map(toPath)),
    },
    standings: {
      [ALL]: get(toPage(large.id)),
      [FEW]: get(toPage(first)),
      [MIDDLE]: get(toPage(large.id, cursors[cursors.length >> 1])),
      [EACH_OTHER]: get(...cursors.map((cursor) => toPage(large.id, cursor))),
    },
  };
}

const toPage = (id: string, cursor = "", limit = PAGE) =>
  `/tournament/${id}/entries?limit=${limit}${cursor && `&cursor=${cursor}`}`;

/** Reads page after page until the end is near; returns their cursors. */
async function readCursors(product: Product, target: Target, entries: number): Promise<string[]> {
  const read = pageReader(product, target);
  const limit = Math.min(MAX_PAGE, entries / 4);
  const cursors: string[] = [];
  for (let position = limit; position < entries - limit; position += limit)
    cursors.push(await read(limit, cursors.at(-1)));
  await read(PAGE, cursors.at(-1));
  return cursors;
}

/**
 * Returns a function that reads a page of standings and returns the next cursor. Throws if a page
 * is not full, or shows an entry of another tournament or of an earlier page.
 */
function pageReader({ gatewayUrl }: Product, { id: tournamentId, apiKey }: Target) {
  const seen = new Set<string>();
  return async (limit: number, cursor = ""): Promise<string> => {
    const url = gatewayUrl + toPage(tournamentId, cursor, limit);
    const response = await fetch(url, { headers: { "x-api-key": apiKey } });
    if (!response.ok) throw new Error(`GET entries returned the status ${response.status}.`);
    const { entries, nextCursor } = (await response.json()) as {
      entries: { id: string; tournament: string }[];
      nextCursor: string | null;
    };
    const fresh = entries.filter(
      ({ id, tournament }) => tournament === tournamentId && !seen.has(id),
    );
    for (const { id } of fresh) seen.add(id);
    if (entries.length !== limit || fresh.length !== limit)
      throw new Error(
        `A page of ${limit} entries has ${entries.length} entries. ${fresh.length} of them are correct.`,
      );
    if (nextCursor === null) throw new Error("The standings ended too early.");
    return encodeURIComponent(nextCursor);
  };
}
