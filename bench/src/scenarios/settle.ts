import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { interleave, type Bench, type Measurement } from "../bench.ts";
import { transferOneByOne } from "../ceiling/one-by-one.ts";
import { copyIntoBareTable, copyIntoOwnTable } from "../ceiling/copy.ts";
import { createPayingGame, tournamentMaker, type Tournament } from "../fill/tournaments.ts";
import { fillTournament } from "../fill/entries.ts";
import { fundGamers, type Gamer } from "../fill/gamers.ts";
import { recordCeiling } from "../measure/load.ts";
import { measureSettlement } from "../measure/settlement.ts";
import { audit } from "@tms/test/harness/audit.ts";
import type { Scenario } from "../scenario.ts";
import type { BenchSystem } from "../system/system.ts";

const SIZES = { full: [1_000, 10_000, 100_000], smoke: [50] };
const WHAT = "payouts";
const ONE_BY_ONE = "one transfer per call";

export const settle: Scenario = {
  name: "settle",
  title: "From the end of a tournament to its settlement, by number of entries",
  primary: "payouts/s",
  ratios: ["prizes", "refunds"].flatMap((series) => [
    [series, ONE_BY_ONE] as const,
    [series, "COPY, bare table"] as const,
    [series, "COPY, own table"] as const,
  ]),
  async run(bench) {
    const sizes = SIZES[bench.scale];
    const product = await bench.harness.product();
    const { gameId } = await createPayingGame(product);
    const gamers = await fundGamers(product.db, gameId, Math.max(...sizes));
    const ends = endings(product);
    const settlements = sizes.map((size) =>
      Object.entries(ends).map(
        ([series, end]): Measurement =>
          (round) =>
            measureEnd(bench, product, {
              series,
              round,
              end,
              gameId,
              gamers: gamers.slice(0, size),
            }),
      ),
    );
    const point = counted(Math.max(...sizes));
    const oneByOne: Measurement = async (round) => {
      const at = { what: WHAT, point, series: ONE_BY_ONE, round };
      recordCeiling(bench, at, await transferOneByOne(product, gameId, gamers, bench.seconds));
    };
    await interleave(bench.rounds, [...settlements, [oneByOne, ...(await copies(bench, sizes))]]);
    bench.say("verifying");
    await audit(product.adminUrl);
  },
};

type End = (tournament: Tournament) => Promise<unknown>;

/** Either way everyone who entered is paid: all share the first rank, or get their fee back. */
function endings(product: BenchSystem): Record<"prizes" | "refunds", End> {
  const tournaments = connectTo(TournamentService, product.urls.tournament, product.token);
  const request = (tournament: Tournament) => ({
    requestId: newId(),
    gameId: tournament.gameId,
    tournamentId: tournament.id,
  });
  return {
    prizes: (tournament) => tournaments.completeTournament(request(tournament)),
    refunds: (tournament) => tournaments.cancelTournament(request(tournament)),
  };
}

async function measureEnd(
  bench: Bench,
  product: BenchSystem,
  run: { series: string; round: number; end: End; gameId: string; gamers: readonly Gamer[] },
): Promise<void> {
  const { series, round, end, gameId, gamers } = run;
  const tournament = await tournamentMaker(product)(gameId);
  await fillTournament(product.db, tournament, gamers);
  const values = await measureSettlement(bench, product, tournament, gamers.length, () =>
    end(tournament),
  );
  bench.record({ point: counted(gamers.length), series, round, values });
}

async function copies(bench: Bench, sizes: readonly number[]): Promise<Measurement[]> {
  const db = await bench.harness.tables();
  const rows = Math.max(...sizes);
  const ceilings = { "COPY, bare table": copyIntoBareTable, "COPY, own table": copyIntoOwnTable };
  return Object.entries(ceilings).map(([series, copy]) => async (round) => {
    const at = { what: WHAT, point: counted(rows), series, round };
    recordCeiling(bench, at, await copy(db, rows));
  });
}

const counted = (entries: number): string => entries.toLocaleString("en");
