import { fillBoard, fillTournament, publishTournament } from "../fill.ts";
import { toHandle } from "../requests.ts";
import { tidy } from "../product.ts";
import type { Bench, Scenario } from "../scenario.ts";

const PRODUCT = "product";
const NO_OP = "no-op";
const PAGE = 20;

export const reads: Scenario = {
  name: "reads",
  title: "Pages of leaderboards, tournaments and entries, beside requests that reach no service",
  primary: "reads/s",
  ratios: [[PRODUCT, NO_OP]],
  warmUp: true,
  async prepare(bench) {
    const { product, board, smoke } = bench;
    const { api, target } = await fillBoard(bench);
    // The newest tournaments of the game, each with a prize pool.
    for (let n = 0; n < PAGE; n++)
      await fillTournament(product.db, api, await publishTournament(api), 10);
    await tidy(product.db);
    const { path, apiKey } = target;
    const leaderboard = [`${path}/leaderboard?limit=${PAGE}`];
    const gamers = Array.from(
      { length: Math.min(1_000, board) },
      (_, n) => `${path}/leaderboard?limit=${PAGE + 1}&around=${toHandle((n * 7_919) % board)}`,
    );
    const many = smoke ? 4 : 64;
    const subjects = [
      { subject: "leaderboard", connections: 1, paths: leaderboard },
      { subject: "leaderboard", connections: many, paths: leaderboard },
      { subject: "around each gamer", connections: many, paths: gamers },
      { subject: "tournaments", connections: many, paths: [`/tournament?limit=${PAGE}`] },
      { subject: "entries", connections: many, paths: [`${path}/entries?limit=${PAGE}`] },
    ];
    return subjects.map(({ subject, connections, paths }) => {
      const point = `${subject}, ${connections}`;
      const requests = { kind: "reads", apiKey, paths } as const;
      return [
        { point, series: PRODUCT, load: () => ({ connections, requests }) },
        { point, series: NO_OP, measure: () => measureNoOp(bench, connections) },
      ];
    });
  },
};

/** Measures requests for an unknown path, which the gateway answers with 404. */
async function measureNoOp({ product, seconds, generate }: Bench, connections: number) {
  const requests = { kind: "reads", apiKey: "none", paths: ["/nothing"] } as const;
  const load = { port: product.ports.gateway, seconds, connections, requests };
  const outcome = await generate(load);
  return { "reads/s": (outcome.others[404] ?? 0) / outcome.seconds, ...outcome.latency };
}
