import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { audit } from "@tms/test/harness/audit.ts";
import { interleave, type Bench, type Measurement } from "../bench.ts";
import { fillBoard } from "../fill/board.ts";
import { measureSettlement } from "../measure/settlement.ts";
import type { Scenario } from "../scenario.ts";
import type { BenchSystem } from "../system/system.ts";

const SIZES = { full: [1_000, 100_000], smoke: [200, 2_000] };
const PRIZES = 100;

export const scoresEnd: Scenario = {
  name: "scores-end",
  title: `From the end of a tournament of scores to its settlement, with ${PRIZES} prizes`,
  primary: "ms",
  ratios: [],
  async run(bench) {
    const product = await bench.harness.product();
    const sizes = bench.board === undefined ? SIZES[bench.scale] : [SIZES.full[0]!, bench.board];
    const ends = sizes.map(
      (entries): Measurement =>
        (round) =>
          measureEnd(bench, product, entries, round),
    );
    await interleave(
      bench.rounds,
      ends.map((end) => [end]),
    );
    bench.say("verifying");
    await audit(product.adminUrl);
  },
};

/** Fills a leaderboard, ends its tournament, and waits until its best are paid. */
async function measureEnd(
  bench: Bench,
  product: BenchSystem,
  entries: number,
  round: number,
): Promise<void> {
  const prizeSplit = Array.from({ length: PRIZES }, () => 100 / PRIZES);
  const { tournament } = await fillBoard(bench, product, { entries, prizeSplit });
  const tournaments = connectTo(TournamentService, product.urls.tournament, product.token);
  const { gameId, id: tournamentId } = tournament;
  // Some share a rank, and all of them are paid.
  const payouts = await countPaid(product, tournamentId);
  const values = await measureSettlement(bench, product, tournament, payouts, () =>
    tournaments.completeTournament({ requestId: newId(), gameId, tournamentId }),
  );
  const point = `${entries.toLocaleString("en")} scored`;
  bench.record({
    point,
    series: "settled",
    round,
    values: { ms: 1_000 * values["seconds"]!, payouts },
  });
}

/** How many stand at a rank that has a prize. */
async function countPaid({ db }: BenchSystem, tournamentId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count
     FROM (SELECT rank() OVER (ORDER BY score DESC) FROM entry.standing WHERE tournament_id = $1) AS ranked
     WHERE rank <= $2`,
    [tournamentId, PRIZES],
  );
  return rows[0]?.count ?? 0;
}
