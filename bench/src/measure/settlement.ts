import { until } from "@tms/stack/until";
import type { Bench } from "../bench.ts";
import type { Tournament } from "../fill/tournaments.ts";
import { pidsOf, type BenchSystem } from "../system/system.ts";
import { meterCpu } from "./cpu.ts";
import { labelled } from "./load.ts";
import { watchPeak } from "./memory.ts";

const SETTLED_WITHIN_MS = 300_000;
const MIB = 1_024 ** 2;
// Those a settlement asks for work, page by page.
const WATCHED = ["settlement", "wallet", "entry", "tournament"] as const;

/**
 * Ends a tournament and waits for its settlement. Both moments are told by the clock of Postgres.
 * Throws when there are not exactly so many payouts.
 */
export async function measureSettlement(
  bench: Bench,
  product: BenchSystem,
  tournament: Tournament,
  payouts: number,
  end: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const pids = pidsOf(product);
  const peaks = WATCHED.map((name) => [name, watchPeak(pids[name] ?? 0)] as const);
  const cpu = meterCpu({ ...pids, postgres: bench.harness.servers.postgres.pid });
  const endedAt = await now(product);
  await end();
  const finishedAt = await until(() => finishTime(product, tournament.id), {
    timeoutMs: SETTLED_WITHIN_MS,
    what: `A settlement of ${payouts} payouts`,
  });
  const micros = Object.entries(cpu()).map(([name, spent]) => [name, spent / payouts] as const);
  await requirePaid(product, tournament.id, payouts);
  const seconds = (finishedAt.getTime() - endedAt.getTime()) / 1_000;
  return {
    "payouts/s": payouts / seconds,
    seconds,
    ...Object.fromEntries(peaks.map(([name, peak]) => [`${name} peak MiB`, peak() / MIB])),
    ...labelled(Object.fromEntries(micros)),
  };
}

async function now({ db }: BenchSystem): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  return rows[0]?.now ?? new Date(Number.NaN);
}

async function finishTime({ db }: BenchSystem, tournamentId: string): Promise<Date | null> {
  const { rows } = await db.query<{
    finished_at: Date | null;
    dead_at: Date | null;
    last_error: string;
  }>(
    "SELECT finished_at, dead_at, last_error FROM settlement.settlement WHERE tournament_id = $1",
    [tournamentId],
  );
  if (rows[0]?.dead_at) throw new Error(`a settlement is dead: ${rows[0].last_error}`);
  return rows[0]?.finished_at ?? null;
}

async function requirePaid(
  { db }: BenchSystem,
  tournamentId: string,
  payouts: number,
): Promise<void> {
  const { rows } = await db.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM wallet.transfer WHERE reference_id = $1 AND kind IN ('payout', 'refund')",
    [tournamentId],
  );
  if (rows[0]?.count !== payouts)
    throw new Error(`${rows[0]?.count} of ${payouts} payouts were made`);
}
