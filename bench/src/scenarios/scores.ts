import { audit } from "@tms/test/harness/audit.ts";
import { interleave, type Bench } from "../bench.ts";
import { ownScores } from "../ceiling/own-scores.ts";
import { fillBoard, type Board } from "../fill/board.ts";
import { tidy } from "../fill/tidy.ts";
import { tournamentMaker } from "../fill/tournaments.ts";
import { joinRequests, JOINED } from "../load/joins.ts";
import type { LoadPlan } from "../load/plan.ts";
import { bulkRequests, PROCESSED, RECORDED, scoreRequests } from "../load/scores.ts";
import type { Pids } from "../measure/cpu.ts";
import { countOthers, measureLoad, recordCeiling, requireServed } from "../measure/load.ts";
import type { Scenario } from "../scenario.ts";
import { pidsOf, type BenchSystem } from "../system/system.ts";

// Fewer scores at once than the entry service lets wait: what is refused would count as recorded.
const SIZES = {
  full: { connections: 256, bulkConnections: 4, gamersInBulk: 50_000 },
  smoke: { connections: 8, bulkConnections: 2, gamersInBulk: 1_000 },
};
const MANY = 1_000;
const MANY_PER_REQUEST = "1,000 per request";
const WHAT = "writes";
const PRODUCT = "product";
const JOINS = "paid joins";
const CANNED = "canned gateway";
const OWN = "own tables";

export const scores: Scenario = {
  name: "scores",
  title: "Scores on one large leaderboard, by ones and by thousands, beside paid joins",
  primary: `${WHAT}/s`,
  ratios: [
    [PRODUCT, JOINS],
    [PRODUCT, CANNED],
    [PRODUCT, OWN],
  ],
  async run(bench) {
    const product = await bench.harness.product();
    const board = await fillBoard(bench, product);
    const recorded = { least: await countAttempts(product, board), unknown: 0 };
    const { connections, ...bulk } = SIZES[bench.scale];
    const byOnes = `one per request, ${connections} connections`;
    const groups = [
      [
        onesOf(bench, product, board, recorded, { connections, point: byOnes }),
        joinsOf(bench, product, board, { connections, point: byOnes }),
        await cannedOf(bench, board, { connections, point: byOnes }),
      ],
      [manyOf(bench, product, board, recorded, bulk), await ownOf(bench, board)],
    ];
    bench.say("warming up");
    for (const measure of groups.flat()) await measure();
    await interleave(bench.rounds, groups);
    bench.say("verifying");
    await verify(product, board, recorded);
  },
};

/** What must be there: at least so many attempts, and no more than those of unknown outcome on top. */
interface Recorded {
  least: number;
  unknown: number;
}

interface Ones {
  connections: number;
  point: string;
}

/** Measures, or warms up where there is no round. */
type Optional = (round?: number) => Promise<void>;

const onesOf =
  (bench: Bench, product: BenchSystem, board: Board, recorded: Recorded, ones: Ones): Optional =>
  async (round) => {
    const { connections, point } = ones;
    const outcome = await send(bench, { point, series: PRODUCT, round }, pidsOf(product), {
      port: product.ports.gateway,
      connections,
      requests: scoreRequests(board),
      most: board.gamers.length,
      expected: RECORDED,
    });
    recorded.least += outcome.answered;
    recorded.unknown += countOthers(outcome);
  };

function manyOf(
  bench: Bench,
  product: BenchSystem,
  board: Board,
  recorded: Recorded,
  { bulkConnections, gamersInBulk }: { bulkConnections: number; gamersInBulk: number },
): Optional {
  const to = Math.min(gamersInBulk, board.gamers.length);
  return async (round) => {
    const each = Math.min(MANY, to);
    const at = { point: MANY_PER_REQUEST, series: PRODUCT, round, each };
    const outcome = await send(bench, at, pidsOf(product), {
      port: product.ports.gateway,
      connections: bulkConnections,
      requests: bulkRequests(board, { from: 0, to: to - (to % each), each }),
      most: Number.MAX_SAFE_INTEGER,
      expected: PROCESSED,
    });
    recorded.least += each * outcome.answered;
    recorded.unknown += each * countOthers(outcome);
  };
}

function joinsOf(
  bench: Bench,
  product: BenchSystem,
  { game, gamers }: Board,
  ones: Ones,
): Optional {
  const makeTournament = tournamentMaker(product);
  return async (round) => {
    const { id } = await makeTournament(game.gameId);
    const at = { point: ones.point, series: JOINS, round };
    await send(bench, at, pidsOf(product), {
      port: product.ports.gateway,
      connections: ones.connections,
      requests: joinRequests([{ id, apiKey: game.apiKey }]),
      most: gamers.length,
      expected: JOINED,
    });
  };
}

/** The same work for Postgres by one connection, without any service. */
async function ownOf(bench: Bench, { gamers }: Board): Promise<Optional> {
  const { pid } = bench.harness.servers.postgres;
  const db = await bench.harness.tables();
  const run = await ownScores(db, gamers.length);
  await tidy(db);
  return async (round) => {
    const throughput = await run(bench.seconds, pid);
    if (round !== undefined)
      recordCeiling(bench, { what: WHAT, point: MANY_PER_REQUEST, series: OWN, round }, throughput);
    // Else it is tidied up, and written to disk, while a system is measured.
    await tidy(db);
  };
}

async function cannedOf(bench: Bench, board: Board, ones: Ones): Promise<Optional> {
  const { port, pid } = await bench.harness.canned();
  const { connections, point } = ones;
  return async (round) => {
    await send(
      bench,
      { point, series: CANNED, round },
      { gateway: pid },
      {
        port,
        connections,
        requests: scoreRequests(board),
        most: board.gamers.length,
        expected: RECORDED,
      },
    );
  };
}

async function send(
  bench: Bench,
  { round, ...at }: { point: string; series: string; round: number | undefined; each?: number },
  pids: Pids,
  load: Omit<LoadPlan, "seconds" | "first">,
) {
  const plan = { ...load, seconds: bench.seconds, first: 0 };
  const outcome =
    round === undefined
      ? await bench.load.run(plan)
      : await measureLoad(bench, { what: WHAT, ...at, round }, pids, plan);
  requireServed(outcome);
  return outcome;
}

/** Each attempt that was acknowledged is there, once, and the audit is clean. */
async function verify(product: BenchSystem, board: Board, recorded: Recorded): Promise<void> {
  const attempts = await countAttempts(product, board);
  if (attempts < recorded.least || attempts > recorded.least + recorded.unknown)
    throw new Error(`${recorded.least} scores were acknowledged, ${attempts} are there`);
  await audit(product.adminUrl);
}

async function countAttempts({ db }: BenchSystem, { tournamentId }: Board): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM entry.attempt WHERE tournament_id = $1`,
    [tournamentId],
  );
  return rows[0]?.count ?? 0;
}
