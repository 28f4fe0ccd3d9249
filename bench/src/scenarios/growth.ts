import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import type { GameAccess } from "@tms/stack/system/demo-game";
import { interleave, type Bench, type Measurement } from "../bench.ts";
import { bareJoins } from "../ceiling/bare-joins.ts";
import { createPayingGame, tournamentMaker } from "../fill/tournaments.ts";
import { fillTournament } from "../fill/entries.ts";
import { fundGamers, type Gamer } from "../fill/gamers.ts";
import { fillHistory } from "../fill/history.ts";
import { tidy } from "../fill/tidy.ts";
import { JOINED, joinRequests } from "../load/joins.ts";
import { countOthers, labelled, meterLoad } from "../measure/load.ts";
import { measureSettlement } from "../measure/settlement.ts";
import { audit } from "@tms/test/harness/audit.ts";
import type { Scenario } from "../scenario.ts";
import { pidsOf, type BenchSystem } from "../system/system.ts";

// Measuring adds rows itself, so it stops early: a thousand should stay a few thousand.
const SIZES = {
  full: { rows: [1_000, 10_000, 100_000, 1_000_000], joins: 3_000, payouts: 1_000 },
  smoke: { rows: [200], joins: 50, payouts: 20 },
};
const CONNECTIONS = 32;
const BASE = "1,000 rows";
const PRIMARY = "µs";

export const growth: Scenario = {
  name: "growth",
  title: "Processor time per join and per payout, with so many entries and transfers there before",
  primary: PRIMARY,
  ratios: ["10,000 rows", "100,000 rows", "1,000,000 rows"].map(
    (series) => [series, BASE] as const,
  ),
  async run(bench) {
    const { rows, joins, payouts } = SIZES[bench.scale];
    const [joining, paying]: [Measurement[], Measurement[]] = [[], []];
    const systems: BenchSystem[] = [];
    for (const count of rows) {
      const series = `${count.toLocaleString("en")} rows`;
      bench.say(`filling in ${series}`);
      const system =
        count === rows[0]
          ? await bench.harness.product()
          : await bench.harness.another(`rows_${count}`);
      systems.push(system);
      await fillHistory(system, count);
      const game = await createPayingGame(system);
      const gamers = await fundGamers(system.db, game.gameId, Math.max(joins, payouts));
      await tidy(system.db);
      const subject = { bench, system, game, series };
      await joinNew(subject, joins);
      joining.push((round) => measureJoins(subject, joins, round));
      paying.push((round) => measurePayouts(subject, gamers.slice(0, payouts), round));
    }
    await interleave(bench.rounds, [joining, paying, [await bareCeiling(bench, joins)]]);
    bench.say("verifying");
    for (const system of systems) await audit(system.adminUrl);
  },
};

interface Subject {
  bench: Bench;
  system: BenchSystem;
  game: GameAccess;
  series: string;
}

async function measureJoins(subject: Subject, joins: number, round: number): Promise<void> {
  const { outcome, micros } = await joinNew(subject, joins);
  const { load: _, ...product } = micros;
  subject.bench.record({
    point: "join",
    series: subject.series,
    round,
    values: { [PRIMARY]: sum(product), "p50 ms": outcome.latency.p50, ...labelled(product) },
  });
}

/** Has gamers join a new tournament. */
async function joinNew({ bench, system, game }: Subject, joins: number) {
  const { id } = await tournamentMaker(system)(game.gameId);
  const metered = await meterLoad(bench, pidsOf(system), {
    port: system.ports.gateway,
    connections: CONNECTIONS,
    seconds: Number.MAX_SAFE_INTEGER,
    first: 0,
    most: joins,
    requests: joinRequests([{ id, apiKey: game.apiKey }]),
    expected: JOINED,
  });
  const refused = countOthers(metered.outcome);
  if (refused > 0) throw new Error(`${refused} of ${joins} joins were not answered with success`);
  return metered;
}

async function measurePayouts(
  { bench, system, game, series }: Subject,
  gamers: readonly Gamer[],
  round: number,
): Promise<void> {
  const tournament = await tournamentMaker(system)(game.gameId);
  await fillTournament(system.db, tournament, gamers);
  const tournaments = connectTo(TournamentService, system.urls.tournament, system.token);
  const request = { requestId: newId(), gameId: tournament.gameId, tournamentId: tournament.id };
  const values = await measureSettlement(bench, system, tournament, gamers.length, () =>
    tournaments.cancelTournament(request),
  );
  const micros = Object.fromEntries(
    Object.entries(values).filter(([name]) => name.endsWith(" µs")),
  );
  bench.record({ point: "payout", series, round, values: { [PRIMARY]: sum(micros), ...micros } });
}

/** Shows how much the machine itself changed meanwhile. */
async function bareCeiling(bench: Bench, joins: number): Promise<Measurement> {
  const bare = await bareJoins(await bench.harness.tables(), joins);
  const { pid } = bench.harness.servers.postgres;
  return async (round) => {
    const { rows, cpuMicros } = await bare(Math.min(1, bench.seconds), pid);
    if (cpuMicros === undefined) return;
    const values = { [PRIMARY]: cpuMicros / rows };
    bench.record({ point: "join", series: "bare tables", round, values });
  };
}

const sum = (values: Readonly<Record<string, number>>): number =>
  Object.values(values).reduce((total, value) => total + value, 0);
