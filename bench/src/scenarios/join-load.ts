import type { Bench, Measurement } from "../bench.ts";
import { bareJoins } from "../ceiling/bare-joins.ts";
import { ownJoins } from "../ceiling/own-joins.ts";
import { tidy } from "../fill/tidy.ts";
import { JOINED } from "../load/joins.ts";
import type { LoadPlan } from "../load/plan.ts";
import type { Pids } from "../measure/cpu.ts";
import { countOthers, measureLoad, recordCeiling, requireServed } from "../measure/load.ts";
import { verifyJoins, type Acknowledged } from "../measure/verify.ts";
import { pidsOf, type BenchSystem } from "../system/system.ts";

/** Joins yet to be made. */
export interface Places extends Pick<LoadPlan, "requests" | "first" | "most"> {
  tournamentIds: readonly string[];
}

/** Where a load finds joins nobody made yet; it tells where the load before it ended. */
export type PlaceSource = (used: number) => Promise<Places>;

/** A gateway that joins are sent to. */
export interface JoinTarget {
  /** Sends joins for a while, over so many connections; nothing is recorded without a round. */
  send(connections: number, round?: number): Promise<void>;
  verify(): Promise<void>;
}

const WHAT = "joins";
// A ceiling has one connection, to Postgres.
const ALONE = "1";
const WARM_UP_SECONDS = 1;

/** The services and gateway of a system. */
export function systemTarget(
  bench: Bench,
  series: string,
  system: BenchSystem,
  source: PlaceSource,
): JoinTarget {
  const acknowledged: Acknowledged = { tournamentIds: new Set(), answered: 0, others: 0 };
  const send = sender(bench, { series, port: system.ports.gateway, pids: pidsOf(system) }, source);
  return {
    async send(connections, round) {
      const { tournamentIds, answered, others } = await send(connections, round);
      for (const id of tournamentIds) acknowledged.tournamentIds.add(id);
      acknowledged.answered += answered;
      acknowledged.others += others;
    },
    verify: () => verifyJoins(system, acknowledged),
  };
}

/** The gateway whose answers are canned; there is nothing to verify. */
export async function cannedTarget(bench: Bench, source: PlaceSource): Promise<JoinTarget> {
  const { port, pid } = await bench.harness.canned();
  const series = "canned gateway";
  const send = sender(bench, { series, port, pids: { gateway: pid } }, source);
  return {
    send: async (connections, round) => void (await send(connections, round)),
    verify: async () => {},
  };
}

function sender(
  bench: Bench,
  target: { series: string; port: number; pids: Pids },
  source: PlaceSource,
) {
  let used = 0;
  return async (connections: number, round?: number) => {
    const { tournamentIds, ...places } = await source(used);
    const { port, series, pids } = target;
    const plan = { port, connections, seconds: bench.seconds, expected: JOINED, ...places };
    const outcome =
      round === undefined
        ? await bench.load.run(plan)
        : await measureLoad(
            bench,
            { what: WHAT, point: String(connections), series, round },
            pids,
            plan,
          );
    requireServed(outcome);
    used = outcome.next;
    return { tournamentIds, answered: outcome.answered, others: countOthers(outcome) };
  };
}

/** Makes the same joins over a single connection to Postgres, without any service. */
export async function joinCeilings(bench: Bench, gamers: number): Promise<Measurement[]> {
  const db = await bench.harness.tables();
  const { pid } = bench.harness.servers.postgres;
  const [bare, own] = [await bareJoins(db, gamers), await ownJoins(db, gamers)];
  await tidy(db);
  // Builds are warmed up too.
  for (const run of [bare, own]) await run(Math.min(WARM_UP_SECONDS, bench.seconds), pid);
  const ceiling =
    (series: string, run: typeof bare): Measurement =>
    async (round) => {
      const at = { what: WHAT, point: ALONE, series, round };
      recordCeiling(bench, at, await run(bench.seconds, pid));
      // Else it is tidied up, and written to disk, while a system is measured.
      await tidy(db);
    };
  return [ceiling("bare tables", bare), ceiling("own tables", own)];
}

/** Each target at each number of connections. */
export const atConnections = (
  targets: readonly JoinTarget[],
  counts: readonly number[],
): Measurement[][] =>
  counts.map((connections) => targets.map((target) => (round) => target.send(connections, round)));

/** The comparisons that are made of joins. */
export const JOIN_RATIOS = [
  ["product", "naive"],
  ["product", "canned gateway"],
  ["product", "bare tables"],
  ["product", "own tables"],
] as const;
