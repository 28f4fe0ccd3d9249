import { audit } from "@tms/test/harness/audit.ts";
import { fillBoard, type Board } from "../fill/board.ts";
import { publishTournament } from "../fill/tournaments.ts";
import {
  bulkRequests,
  JOINED,
  joinRequests,
  PROCESSED,
  RECORDED,
  scoreRequests,
} from "../load/requests.ts";
import { countOverloaded, measureLoad } from "../measure/load.ts";
import type { Product } from "../product.ts";
import { interleave, type Scenario } from "../scenario.ts";

// More scores at once would exceed the queue of the entry service.
const SIZES = {
  full: { connections: 256, bulkConnections: 4, bulkGamers: 50_000 },
  smoke: { connections: 8, bulkConnections: 2, bulkGamers: 1_000 },
};
const SCORES_PER_REQUEST = 1_000;
const PRODUCT = "product";
const JOINS = "paid joins";

export const scores: Scenario = {
  name: "scores",
  title:
    "Scores on one large leaderboard, singly and in batches of 1,000, with concurrent paid joins",
  primary: "writes/s",
  ratios: [[PRODUCT, JOINS]],
  async run(bench) {
    const { product } = bench;
    const { connections, bulkConnections, bulkGamers } = SIZES[bench.scale];
    const board = await fillBoard(bench);
    const { game, gamers } = board;
    const maxRequests = gamers.length;
    const each = Math.min(SCORES_PER_REQUEST, gamers.length);
    let min = await countAttempts(product, board);
    let max = min;

    const point = `one per request, ${connections} connections`;
    const single = async (round?: number) => {
      const labels = { unit: "writes", point, series: PRODUCT, round };
      const requests = scoreRequests(board);
      const plan = { connections, requests, maxRequests, expected: RECORDED };
      const outcome = await measureLoad(bench, labels, plan);
      min += outcome.answered;
      max += outcome.answered + countOverloaded(outcome);
    };
    const joins = async (round?: number) => {
      const { id } = await publishTournament(product, game.gameId);
      const labels = { unit: "writes", point, series: JOINS, round };
      const requests = joinRequests([{ id, apiKey: game.apiKey }]);
      await measureLoad(bench, labels, { connections, requests, maxRequests, expected: JOINED });
    };
    const bulk = async (round?: number) => {
      const labels = { unit: "writes", point: "1,000 per request", series: PRODUCT, round, each };
      // Every request has as many scores.
      const to = each * Math.floor(Math.min(bulkGamers, gamers.length) / each);
      const requests = bulkRequests(board, { from: 0, to, each });
      const plan = { connections: bulkConnections, requests, expected: PROCESSED };
      const outcome = await measureLoad(bench, labels, plan);
      min += each * outcome.answered;
      max += each * (outcome.answered + countOverloaded(outcome));
    };

    bench.say("warming up");
    for (const measure of [single, joins, bulk]) await measure();
    await interleave(bench.rounds, [single, joins, bulk]);
    bench.say("verifying");
    const attempts = await countAttempts(product, board);
    // A score that was answered with 503 may have been recorded.
    if (attempts < min || attempts > max)
      throw new Error(`${min} scores were acknowledged, but there are ${attempts} attempts.`);
    await audit(product.adminUrl);
  },
};

async function countAttempts({ db }: Product, { id }: Board): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM entry.attempt WHERE tournament_id = $1`,
    [id],
  );
  return rows[0]?.count ?? 0;
}
