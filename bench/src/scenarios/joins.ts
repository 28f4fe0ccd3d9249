import pMap from "p-map";
import { createPayingGame, joinsInto, publishTournament } from "../fill.ts";
import { tidy } from "../product.ts";
import type { Bench, Scenario } from "../scenario.ts";

/** Returns a number of joins that the product cannot reach, so that a load ends after its seconds. */
const maxJoins = ({ smoke, seconds }: Bench): number =>
  Math.ceil(seconds * (smoke ? 10_000 : 30_000));

export const joinHot: Scenario = {
  name: "join-hot",
  title: "Paid joins into one tournament, by number of connections",
  primary: "joins/s",
  warmUp: true,
  async prepare(bench) {
    const maxRequests = maxJoins(bench);
    const { api } = await createPayingGame(bench.product, maxRequests);
    await tidy(bench.product.db);
    const joins = (connections: number) => ({
      point: String(connections),
      series: "product",
      table: "entry.entry",
      // Each load has a new tournament, and the same gamers join it.
      load: async () => ({ connections, maxRequests, requests: await joinsInto(api) }),
    });
    const connectionCounts = bench.smoke ? [32] : [32, 256, 1_024];
    // Single joins are measured first, because Postgres tidies up after the other loads.
    return [[joins(1)], connectionCounts.map(joins)];
  },
};

const PARALLEL = 32;

export const joinSpread: Scenario = {
  name: "join-spread",
  title: "Paid joins into 1,000 tournaments of 50 games, by number of connections",
  primary: "joins/s",
  warmUp: true,
  async prepare(bench) {
    const { product, smoke, rounds } = bench;
    const size = smoke ? { games: 3, tournaments: 12 } : { games: 50, tournaments: 1_000 };
    const connectionCounts = smoke ? [32] : [32, 256];
    const maxRequests = maxJoins(bench);
    const loads = connectionCounts.length * (1 + rounds);
    // Each gamer can join each tournament of the game once, over all loads.
    const gamers = Math.ceil((maxRequests * loads) / size.tournaments);
    const games = await Array.fromAsync(Array.from({ length: size.games }), () =>
      createPayingGame(product, gamers),
    );
    // Adjacent tournaments belong to different games.
    const places = Array.from({ length: size.tournaments / size.games }, () => games).flat();
    const targets = await pMap(places, ({ api }) => publishTournament(api), {
      concurrency: PARALLEL,
    });
    await tidy(product.db);
    let first = -maxRequests;
    const joins = (connections: number) => ({
      point: String(connections),
      series: "product",
      table: "entry.entry",
      load() {
        first += maxRequests;
        return { connections, first, maxRequests, requests: { kind: "joins", targets } } as const;
      },
    });
    return [connectionCounts.map(joins)];
  },
};
