import { bulkLoad, fillBoard, joinsInto, SCORES_PER_REQUEST } from "../fill.ts";
import { generate } from "../generator.ts";
import { OTHER_ANSWERS } from "../report.ts";
import { toHandle } from "../requests.ts";
import { sendLoad } from "../run.ts";
import type { Scenario } from "../scenario.ts";

const PRODUCT = "product";
const JOINS = "paid joins";
const STANDINGS = "standings page";
const MAX_BULK_GAMERS = 50_000;

export const scores: Scenario = {
  name: "scores",
  title: "Scores on one large leaderboard, by ones and by thousands, beside paid joins",
  primary: "writes/s",
  ratios: [[PRODUCT, JOINS]],
  warmUp: true,
  async prepare(bench) {
    const { api, target } = await fillBoard(bench);
    const connections = bench.smoke ? 8 : 256;
    const point = `one per request, ${connections} connections`;
    const common = { connections, maxRequests: bench.board };
    const gamers = Math.min(MAX_BULK_GAMERS, bench.board);
    // Without the remainder, every request has the same number of scores.
    const bulk = bulkLoad(target, gamers - (gamers % SCORES_PER_REQUEST) || gamers);
    const table = "entry.attempt";
    const single = {
      point,
      series: PRODUCT,
      table,
      load: () => ({ ...common, requests: { kind: "scores", target } }) as const,
    };
    const joins = {
      point,
      series: JOINS,
      load: async () => ({ ...common, requests: await joinsInto(api) }),
    };
    const { each } = bulk.requests;
    const many = { point: "1,000 per request", series: PRODUCT, table, each, load: () => bulk };
    return [[single, joins, many]];
  },
};

const WINDOW = 21;
const RANDOM_GAMERS = 1_000;

export const ranks: Scenario = {
  name: "ranks",
  title: "The rank of one gamer on a large leaderboard, alone and beside scores that come in",
  primary: "reads/s",
  ratios: [[PRODUCT, STANDINGS]],
  async prepare(bench) {
    const { target } = await fillBoard(bench);
    const { path, apiKey } = target;
    const windowPaths = (limit: number) =>
      Array.from({ length: RANDOM_GAMERS }, () => {
        const gamer = toHandle(Math.floor(Math.random() * bench.board));
        return `${path}/leaderboard?around=${gamer}&limit=${limit}`;
      });
    const window = `window of ${WINDOW}`;
    const subjects = [
      { name: "rank", series: PRODUCT, paths: windowPaths(1) },
      { name: window, series: PRODUCT, paths: windowPaths(WINDOW) },
      { name: window, series: STANDINGS, paths: [`${path}/entries?limit=${WINDOW}`] },
    ];
    const scoring = {
      connections: bench.smoke ? 4 : 256,
      requests: { kind: "scores", target, gamers: bench.board },
    } as const;
    const measurements = ["", ", beside scores"].flatMap((suffix) =>
      subjects.map(({ name, series, paths }) => ({
        point: name + suffix,
        series,
        async measure() {
          const reading = { connections: 1, requests: { kind: "reads", apiKey, paths } } as const;
          // The generator's process runs one load at a time, so this process sends the reads.
          const [{ answered, overloaded, seconds, latency }, scored] = await Promise.all([
            sendLoad({ ...bench, generate }, reading),
            suffix ? sendLoad(bench, scoring) : undefined,
          ]);
          const beside = scored && { "scores/s": scored.answered / scored.seconds };
          const others = { [OTHER_ANSWERS]: overloaded + (scored?.overloaded ?? 0) };
          return { "reads/s": answered / seconds, ...latency, ...beside, ...others };
        },
      })),
    );
    return [measurements];
  },
};
