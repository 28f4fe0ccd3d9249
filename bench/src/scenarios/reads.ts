import type { Api } from "@tms/test/harness/api.ts";
import { createPayingGame, fillTournament, publishTournament } from "../fill.ts";
import { tidy } from "../product.ts";
import type { Scenario } from "../scenario.ts";

const ALL = "all entries";
const FEW = "100 entries";
const MIDDLE = "all, page in the middle";
const EACH_OTHER = "each another one";

export const reads: Scenario = {
  name: "reads",
  title: "A tournament, and a page of its standings, with 100,000 entries behind them",
  primary: "reads/s",
  ratios: [
    [ALL, FEW],
    [MIDDLE, FEW],
  ],
  async prepare({ product, smoke }) {
    const [entries, tournaments] = smoke ? [200, 3] : [100_000, 200];
    const connectionCounts = smoke ? [2] : [1, 32, 256];
    const { api } = await createPayingGame(product, entries);
    const addTournament = async (count: number) => {
      const target = await publishTournament(api);
      await fillTournament(product.db, api, target, count);
      return target.path;
    };
    const large = await addTournament(entries);
    const small = await Array.fromAsync(Array.from({ length: tournaments }), () =>
      addTournament(100),
    );
    await tidy(product.db);
    const few = small.slice(0, 1);
    const pages = await readPages(api, large, entries);
    const subjects = {
      tournament: { [ALL]: [large], [FEW]: few, [EACH_OTHER]: small },
      standings: {
        [ALL]: pages.slice(0, 1),
        [FEW]: few.map((path) => toPage(path)),
        [MIDDLE]: pages.slice(pages.length / 2).slice(0, 1),
        [EACH_OTHER]: pages.slice(1),
      },
    };
    const measurements = Object.entries(subjects).flatMap(([subject, bySeries]) =>
      connectionCounts.flatMap((connections) =>
        Object.entries(bySeries).map(([series, paths]) => ({
          point: `${subject}, ${connections}`,
          series,
          load: () =>
            ({ connections, requests: { kind: "reads", apiKey: api.apiKey, paths } }) as const,
        })),
      ),
    );
    return [measurements];
  },
};

const toPage = (path: string, cursor = "", limit = 50) =>
  `${path}/entries?limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;

const MAX_PAGE = 1_000;

/**
 * Reads all standings, and throws unless each entry is on one page. Returns paths of smaller pages
 * with the same first entries.
 */
async function readPages(api: Api, path: string, entries: number): Promise<string[]> {
  const limit = Math.min(MAX_PAGE, entries / 4);
  const ids = new Set<string>();
  const pages: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    pages.push(toPage(path, cursor));
    const { status, body } = await api.get(toPage(path, cursor, limit));
    if (status !== 200) throw new Error(`The standings were answered with ${status}.`);
    for (const { id } of body.entries) ids.add(id);
    cursor = body.nextCursor;
  }
  if (ids.size !== entries || pages.length !== entries / limit)
    throw new Error(`${pages.length} pages of ${limit} show ${ids.size} of ${entries} entries.`);
  return pages;
}
