import type { GameAccess } from "@tms/stack/system/demo-game";
import pMap from "p-map";
import { interleave } from "../bench.ts";
import { createPayingGame, tournamentMaker } from "../fill/tournaments.ts";
import { fundGamers } from "../fill/gamers.ts";
import { tidy } from "../fill/tidy.ts";
import { joinRequests } from "../load/joins.ts";
import { requireOnePerTransaction } from "../measure/verify.ts";
import type { Scenario } from "../scenario.ts";
import type { BenchSystem } from "../system/system.ts";
import {
  atConnections,
  systemTarget,
  cannedTarget,
  JOIN_RATIOS,
  joinCeilings,
  type PlaceSource,
} from "./join-load.ts";

const SIZES = {
  full: { connections: [32, 256], games: 50, tournamentsPerGame: 20, joinsPerSecond: 30_000 },
  smoke: { connections: [32], games: 3, tournamentsPerGame: 4, joinsPerSecond: 10_000 },
};
type Size = (typeof SIZES)["full"];
const WARM_UP_CONNECTIONS = 32;
const PARALLEL = 32;

// Enough for its joins to share commits.
const NAIVE_POOL = 32;

export const joinSpread: Scenario = {
  name: "join-spread",
  title: "Paid joins into 1,000 tournaments of 50 games, over so many connections",
  primary: "joins/s",
  ratios: JOIN_RATIOS,
  async run(bench) {
    const size = SIZES[bench.scale];
    const [product, naive] = [await bench.harness.product(), await bench.harness.naive(NAIVE_POOL)];
    const perLoad = bench.seconds * size.joinsPerSecond;
    const loads = 1 + size.connections.length * bench.rounds;
    // Every gamer of a game joins each of its tournaments once.
    const gamers = Math.ceil((perLoad * loads) / (size.games * size.tournamentsPerGame));
    bench.say("publishing the tournaments");
    const tournaments = await openField(product, size, gamers);
    const targets = [
      systemTarget(bench, "product", product, placesIn(tournaments, gamers)),
      systemTarget(bench, "naive", naive, placesIn(await openField(naive, size, gamers), gamers)),
      await cannedTarget(bench, placesIn(tournaments, gamers)),
    ];
    const ceilings = await joinCeilings(bench, perLoad);
    bench.say("warming up");
    for (const target of targets) await target.send(WARM_UP_CONNECTIONS);
    await interleave(bench.rounds, [...atConnections(targets, size.connections), ceilings]);
    bench.say("verifying");
    for (const target of targets) await target.verify();
    await requireOnePerTransaction(naive);
  },
};

interface FieldTournament {
  id: string;
  apiKey: string;
}

/** The tournaments of all games, those of one game apart from each other. */
async function openField(
  system: BenchSystem,
  size: Size,
  gamers: number,
): Promise<FieldTournament[]> {
  const makeTournament = tournamentMaker(system);
  const games: GameAccess[] = [];
  for (let game = 0; game < size.games; game++) games.push(await createPayingGame(system));
  for (const { gameId } of games) await fundGamers(system.db, gameId, gamers);
  const wanted = Array.from({ length: size.tournamentsPerGame }, () => games).flat();
  const tournaments = await pMap(
    wanted,
    async ({ gameId, apiKey }) => ({ id: (await makeTournament(gameId)).id, apiKey }),
    { concurrency: PARALLEL },
  );
  await tidy(system.db);
  return tournaments;
}

/** Each load goes on where the one before ended. */
function placesIn(tournaments: readonly FieldTournament[], gamers: number): PlaceSource {
  const requests = joinRequests(tournaments);
  const tournamentIds = tournaments.map((tournament) => tournament.id);
  const all = tournaments.length * gamers;
  return async (used) => ({ tournamentIds, requests, first: used, most: all - used });
}
