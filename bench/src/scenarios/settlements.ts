import { until } from "@tms/stack/until";
import type { Api } from "@tms/test/harness/api.ts";
import { idOf } from "@tms/test/harness/tournament.ts";
import { createPayingGame, fillBoard, fillTournament, publishTournament } from "../fill.ts";
import { meterCpu, microsPerUnit, watchPeak } from "../processes.ts";
import type { Product } from "../product.ts";
import type { Target } from "../requests.ts";
import type { Scenario } from "../scenario.ts";

// Both ends pay every entry. Completed: all gamers share the first rank. Cancelled: all fees are refunded.
const ENDS = { prizes: "complete", refunds: "cancel" };

export const settle: Scenario = {
  name: "settle",
  title: "From the end of a tournament to its settlement, by number of entries",
  primary: "payouts/s",
  async prepare({ product, smoke }) {
    const sizes = smoke ? [50] : [1_000, 10_000, 100_000];
    const { api } = await createPayingGame(product, Math.max(...sizes));
    const measurements = sizes.flatMap((size) =>
      Object.entries(ENDS).map(([series, end]) => ({
        point: size.toLocaleString("en"),
        series,
        async measure() {
          const target = await publishTournament(api);
          await fillTournament(product.db, api, target, size);
          const { payouts, ...values } = await measureSettlement(product, api, target, end);
          if (payouts !== size) throw new Error(`There are ${payouts} payouts instead of ${size}.`);
          return values;
        },
      })),
    );
    return [measurements];
  },
};

const PRIZES = 100;

export const scoresEnd: Scenario = {
  name: "scores-end",
  title: `From the end of a tournament of scores to its settlement, with ${PRIZES} prizes`,
  primary: "ms",
  async prepare(bench) {
    const prizeSplit = Array.from({ length: PRIZES }, () => 100 / PRIZES);
    const measurements = [bench.smoke ? 200 : 1_000, bench.board].map((entries) => ({
      point: `${entries.toLocaleString("en")} scored`,
      series: "settled",
      async measure() {
        const { api, target } = await fillBoard(bench, { prizeSplit }, entries);
        const settled = await measureSettlement(bench.product, api, target, "complete");
        const { seconds, payouts } = settled;
        // There can be more payouts than prizes, because all gamers who share the last paid rank are paid.
        if (payouts < PRIZES) throw new Error(`There are only ${payouts} payouts.`);
        return { ms: 1_000 * seconds, payouts };
      },
    }));
    return [measurements];
  },
};

const SETTLED_WITHIN_MS = 300_000;
// The settlement service and the services that it calls page by page.
const WATCHED = ["settlement", "wallet", "entry", "tournament"];

async function measureSettlement({ db, pids }: Product, api: Api, { path }: Target, end: string) {
  const peaks = WATCHED.map((name) => [`${name} peak MiB`, watchPeak(pids[name] ?? 0)] as const);
  const cpu = meterCpu(pids);
  const endedAt = new Date();
  const { status } = await api.patch(`${path}/${end}`);
  if (status !== 200) throw new Error(`The end of a tournament was answered with ${status}.`);
  const seconds = await until(
    async () => {
      const { rows } = await db.query<Settlement>(FIND_SETTLEMENT, [idOf(path), endedAt]);
      const [settlement] = rows;
      if (settlement?.error) throw new Error(`A settlement is dead: ${settlement.error}`);
      return settlement?.seconds;
    },
    { timeoutMs: SETTLED_WITHIN_MS, what: "A settlement" },
  );
  const micros = cpu();
  const { rows } = await db.query<{ payouts: number }>(COUNT_PAYOUTS, [idOf(path)]);
  const payouts = rows[0]?.payouts ?? 0;
  return {
    payouts,
    "payouts/s": payouts / seconds,
    seconds,
    ...Object.fromEntries(peaks.map(([name, peak]) => [name, peak()])),
    ...microsPerUnit(micros, payouts),
  };
}

interface Settlement {
  seconds: number | null;
  error: string | null;
}

const FIND_SETTLEMENT = `
  SELECT extract(epoch FROM finished_at - $2)::float8 AS seconds,
    CASE WHEN dead_at IS NOT NULL THEN last_error END AS error
  FROM settlement.settlement WHERE tournament_id = $1`;

const COUNT_PAYOUTS = `
  SELECT count(*)::int AS payouts FROM wallet.transfer
  WHERE reference_id = $1 AND kind IN ('payout', 'refund')`;
