import { newId } from "@tms/kit/values/ids";
import type { GameAccess } from "@tms/stack/system/demo-game";
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
  // More gamers than any system admits in the time: a load ends by the clock.
  full: { connections: [32, 256, 1_024], gamersPerSecond: 30_000 },
  smoke: { connections: [32], gamersPerSecond: 10_000 },
};

// On one hot row more connections join no more, and their slowest joins are slower.
const NAIVE_POOL = 8;

export const joinHot: Scenario = {
  name: "join-hot",
  title: "Paid joins into one tournament, over so many connections",
  primary: "joins/s",
  ratios: JOIN_RATIOS,
  async run(bench) {
    const { connections, gamersPerSecond } = SIZES[bench.scale];
    const gamers = Math.ceil(bench.seconds * gamersPerSecond);
    const [product, naive] = [await bench.harness.product(), await bench.harness.naive(NAIVE_POOL)];
    const game = await gameOf(product, gamers);
    const naiveGame = await gameOf(naive, gamers);
    const targets = [
      systemTarget(bench, "product", product, newTournament(product, game, gamers)),
      systemTarget(bench, "naive", naive, newTournament(naive, naiveGame, gamers)),
      await cannedTarget(bench, async () => placesIn(newId(), game, gamers)),
    ];
    const ceilings = await joinCeilings(bench, gamers);
    bench.say("warming up");
    for (const count of [...connections, 1]) for (const target of targets) await target.send(count);
    // Alone first: later the systems hold unlike numbers of entries, and a lone join feels it when
    // Postgres tidies up after them.
    await interleave(bench.rounds, atConnections(targets, [1]));
    await interleave(bench.rounds, [...atConnections(targets, connections), ceilings]);
    bench.say("verifying");
    for (const target of targets) await target.verify();
    await requireOnePerTransaction(naive);
  },
};

async function gameOf(system: BenchSystem, gamers: number): Promise<GameAccess> {
  const game = await createPayingGame(system);
  await fundGamers(system.db, game.gameId, gamers);
  await tidy(system.db);
  return game;
}

/** Every load fills a tournament of its own, with the same gamers. */
function newTournament(system: BenchSystem, game: GameAccess, gamers: number): PlaceSource {
  const makeTournament = tournamentMaker(system);
  return async () => placesIn((await makeTournament(game.gameId)).id, game, gamers);
}

const placesIn = (id: string, { apiKey }: GameAccess, gamers: number) => ({
  tournamentIds: [id],
  requests: joinRequests([{ id, apiKey }]),
  first: 0,
  most: gamers,
});
