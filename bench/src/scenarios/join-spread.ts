import type { GameAccess } from "@tms/stack/system/demo-game";
import { interleave } from "../bench.ts";
import { createPayingGame, cupMaker } from "../fill/tournaments.ts";
import { fundGamers } from "../fill/gamers.ts";
import { mapInParallel } from "../fill/in-parallel.ts";
import { tidy } from "../fill/tidy.ts";
import { joinRequests } from "../load/joins.ts";
import { requireOnePerTransaction } from "../measure/verify.ts";
import type { Scenario } from "../scenario.ts";
import type { Build } from "../system/system.ts";
import {
  atConnections,
  buildTarget,
  cannedTarget,
  JOIN_RATIOS,
  joinCeilings,
  type PlaceSource,
} from "./join-load.ts";

const SIZES = {
  full: { connections: [32, 256], games: 50, cupsPerGame: 20, joinsPerSecond: 30_000 },
  smoke: { connections: [32], games: 3, cupsPerGame: 4, joinsPerSecond: 10_000 },
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
    const [product, naive] = [await bench.lab.product(), await bench.lab.naive(NAIVE_POOL)];
    const perLoad = bench.seconds * size.joinsPerSecond;
    const loads = 1 + size.connections.length * bench.rounds;
    // Every gamer of a game joins each of its cups once.
    const gamers = Math.ceil((perLoad * loads) / (size.games * size.cupsPerGame));
    bench.say("publishing the tournaments");
    const cups = await openField(product, size, gamers);
    const targets = [
      buildTarget(bench, "product", product, placesIn(cups, gamers)),
      buildTarget(bench, "naive", naive, placesIn(await openField(naive, size, gamers), gamers)),
      await cannedTarget(bench, placesIn(cups, gamers)),
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

interface FieldCup {
  id: string;
  apiKey: string;
}

/** The cups of all games, those of one game apart from each other. */
async function openField(build: Build, size: Size, gamers: number): Promise<FieldCup[]> {
  const makeCup = cupMaker(build);
  const games: GameAccess[] = [];
  for (let game = 0; game < size.games; game++) games.push(await createPayingGame(build));
  for (const { gameId } of games) await fundGamers(build.db, gameId, gamers);
  const wanted = Array.from({ length: size.cupsPerGame }, () => games).flat();
  const cups = await mapInParallel(wanted, PARALLEL, async ({ gameId, apiKey }) => {
    const { id } = await makeCup(gameId);
    return { id, apiKey };
  });
  await tidy(build.db);
  return cups;
}

/** Each load goes on where the one before ended. */
function placesIn(cups: readonly FieldCup[], gamers: number): PlaceSource {
  const requests = joinRequests(cups);
  const cupIds = cups.map((cup) => cup.id);
  const all = cups.length * gamers;
  return async (used) => ({ cupIds, requests, first: used, most: all - used });
}
