import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { until } from "@tms/stack/until";
import { audit } from "@tms/test/harness/audit.ts";
import { fillBoard } from "../fill/board.ts";
import { fundGamers } from "../fill/gamers.ts";
import {
  createPayingGame,
  fillTournament,
  publishTournament,
  type Tournament,
} from "../fill/tournaments.ts";
import { meterCpu } from "../measure/cpu.ts";
import { microsPerUnit } from "../measure/load.ts";
import { watchPeak } from "../measure/memory.ts";
import type { Product } from "../product.ts";
import { interleave, type Scenario } from "../scenario.ts";

const SIZES = { full: [1_000, 10_000, 100_000], smoke: [50] };
// Both pay every entry: all share the first rank, or get their fee back.
const ENDS = { prizes: "completeTournament", refunds: "cancelTournament" } as const;

export const settle: Scenario = {
  name: "settle",
  title: "Time from the end of a tournament to its settlement, by number of entries",
  primary: "payouts/s",
  ratios: [],
  async run({ product, rounds, scale, record, say }) {
    const sizes = SIZES[scale];
    const { gameId } = await createPayingGame(product);
    const gamers = await fundGamers(product.db, gameId, Math.max(...sizes));
    const measurements = sizes.flatMap((size) =>
      Object.entries(ENDS).map(([series, end]) => async (round: number) => {
        const tournament = await publishTournament(product, gameId);
        await fillTournament(product.db, tournament, gamers.slice(0, size));
        const values = await measureSettlement(product, tournament, size, end);
        record({ point: size.toLocaleString("en"), series, round, values });
      }),
    );
    await interleave(rounds, measurements);
    say("verifying");
    await audit(product.adminUrl);
  },
};

const BOARD_SIZES = { full: [1_000, 100_000], smoke: [200, 2_000] };
const PRIZES = 100;

export const scoresEnd: Scenario = {
  name: "scores-end",
  title: `Time from the end of a tournament with scores to its settlement, with ${PRIZES} prizes`,
  primary: "ms",
  ratios: [],
  async run(bench) {
    const { product, rounds, scale, board } = bench;
    const sizes = board === undefined ? BOARD_SIZES[scale] : [1_000, board];
    const prizeSplit = Array.from({ length: PRIZES }, () => 100 / PRIZES);
    const measurements = sizes.map((entries) => async (round: number) => {
      const { tournament } = await fillBoard(bench, { entries, prizeSplit });
      const payouts = await countPrizeRanks(product, tournament);
      const { seconds } = await measureSettlement(
        product,
        tournament,
        payouts,
        "completeTournament",
      );
      const point = `${entries.toLocaleString("en")} scored`;
      bench.record({ point, series: "settled", round, values: { ms: 1_000 * seconds, payouts } });
    });
    await interleave(rounds, measurements);
    bench.say("verifying");
    await audit(product.adminUrl);
  },
};

/** Counts the gamers at a rank that has a prize; gamers who share a rank are all paid. */
async function countPrizeRanks({ db }: Product, { id }: Tournament): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count
     FROM (SELECT rank() OVER (ORDER BY score DESC) FROM entry.standing WHERE tournament_id = $1) AS ranked
     WHERE rank <= $2`,
    [id, PRIZES],
  );
  return rows[0]?.count ?? 0;
}

const SETTLED_WITHIN_MS = 300_000;
const MIB = 1_024 ** 2;
// The settlement service and the services that it calls page by page.
const WATCHED = ["settlement", "wallet", "entry", "tournament"] as const;

/**
 * Ends a tournament and waits for its settlement. The clock of Postgres measures the time. Throws
 * if the number of payouts is wrong.
 */
async function measureSettlement(
  product: Product,
  { id: tournamentId, gameId }: Tournament,
  payouts: number,
  end: "completeTournament" | "cancelTournament",
) {
  const { db, pids, urls, token } = product;
  const peaks = WATCHED.map((name) => [name, watchPeak(pids[name] ?? 0)] as const);
  const cpu = meterCpu(pids);
  const tournaments = connectTo(TournamentService, urls.tournament, token);
  const { rows: clock } = await db.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  await tournaments[end]({ requestId: newId(), gameId, tournamentId });
  const finishedAt = await until(() => findFinishTime(product, tournamentId), {
    timeoutMs: SETTLED_WITHIN_MS,
    what: `A settlement of ${payouts} payouts`,
  });
  const micros = microsPerUnit(cpu(), payouts);
  const { rows: paid } = await db.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM wallet.transfer WHERE reference_id = $1 AND kind IN ('payout', 'refund')",
    [tournamentId],
  );
  if (paid[0]?.count !== payouts)
    throw new Error(`There are ${paid[0]?.count} payouts instead of ${payouts}.`);
  const seconds = (finishedAt.getTime() - (clock[0]?.now.getTime() ?? Number.NaN)) / 1_000;
  return {
    "payouts/s": payouts / seconds,
    seconds,
    ...Object.fromEntries(peaks.map(([name, peak]) => [`${name} peak MiB`, peak() / MIB])),
    ...micros,
  };
}

/** Returns null while the settlement is under way; throws if it has failed for good. */
async function findFinishTime({ db }: Product, tournamentId: string): Promise<Date | null> {
  const { rows } = await db.query<{
    finished_at: Date | null;
    dead_at: Date | null;
    last_error: string;
  }>(
    "SELECT finished_at, dead_at, last_error FROM settlement.settlement WHERE tournament_id = $1",
    [tournamentId],
  );
  if (rows[0]?.dead_at) throw new Error(`A settlement is dead: ${rows[0].last_error}`);
  return rows[0]?.finished_at ?? null;
}
