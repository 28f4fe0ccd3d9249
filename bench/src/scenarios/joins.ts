import type { GameAccess } from "@tms/stack/system/demo-game";
import { until } from "@tms/stack/until";
import { audit } from "@tms/test/harness/audit.ts";
import pMap from "p-map";
import { fundGamers } from "../fill/gamers.ts";
import { createPayingGame, publishTournament } from "../fill/tournaments.ts";
import { JOINED, joinRequests, type Target } from "../load/requests.ts";
import { countOverloaded, measureLoad } from "../measure/load.ts";
import { tidy, type Product } from "../product.ts";
import { interleave, type Bench, type Scenario } from "../scenario.ts";

const HOT = {
  // More gamers than the product lets join in the time, so that a load ends by the clock.
  full: { connections: [32, 256, 1_024], gamersPerSecond: 30_000 },
  smoke: { connections: [32], gamersPerSecond: 10_000 },
};

export const joinHot: Scenario = {
  name: "join-hot",
  title: "Paid joins into one tournament, by number of connections",
  primary: "joins/s",
  ratios: [],
  async run(bench) {
    const { product, rounds } = bench;
    const { connections, gamersPerSecond } = HOT[bench.scale];
    const gamers = Math.ceil(bench.seconds * gamersPerSecond);
    const { gameId, apiKey } = await createPayingGame(product);
    await fundGamers(product.db, gameId, gamers);
    await tidy(product.db);
    const joins = trackJoins(bench);
    // The same gamers join a new tournament in every load.
    const measureAt = (count: number) => async (round?: number) => {
      const { id } = await publishTournament(product, gameId);
      await joins.send([{ id, apiKey }], { first: 0, maxRequests: gamers }, count, round);
    };
    bench.say("warming up");
    for (const count of [...connections, 1]) await measureAt(count)();
    // A lone join is measured first: Postgres tidies up after the other loads, which delays it.
    await interleave(rounds, [measureAt(1)]);
    await interleave(rounds, connections.map(measureAt));
    await joins.verify();
  },
};

const SPREAD = {
  full: { connections: [32, 256], games: 50, tournamentsPerGame: 20, joinsPerSecond: 30_000 },
  smoke: { connections: [32], games: 3, tournamentsPerGame: 4, joinsPerSecond: 10_000 },
};
const WARM_UP_CONNECTIONS = 32;
const PARALLEL = 32;

export const joinSpread: Scenario = {
  name: "join-spread",
  title: "Paid joins into 1,000 tournaments of 50 games, by number of connections",
  primary: "joins/s",
  ratios: [],
  async run(bench) {
    const { product, rounds } = bench;
    const { connections, joinsPerSecond, ...field } = SPREAD[bench.scale];
    const loads = 1 + connections.length * rounds;
    const maxJoins = bench.seconds * joinsPerSecond * loads;
    // Every gamer of a game joins each of its tournaments once.
    const gamers = Math.ceil(maxJoins / (field.games * field.tournamentsPerGame));
    bench.say("publishing the tournaments");
    const targets = await publishField(product, { ...field, gamers });
    const joins = trackJoins(bench);
    let used = 0;
    // Every load continues where the previous load ended.
    const measureAt = (count: number) => async (round?: number) => {
      const numbers = { first: used, maxRequests: targets.length * gamers - used };
      used = await joins.send(targets, numbers, count, round);
    };
    bench.say("warming up");
    await measureAt(WARM_UP_CONNECTIONS)();
    await interleave(rounds, connections.map(measureAt));
    await joins.verify();
  },
};

/** Publishes tournaments of several games; those of the same game are not adjacent. */
async function publishField(
  product: Product,
  size: { games: number; tournamentsPerGame: number; gamers: number },
): Promise<Target[]> {
  const games: GameAccess[] = [];
  while (games.length < size.games) {
    const game = await createPayingGame(product);
    await fundGamers(product.db, game.gameId, size.gamers);
    games.push(game);
  }
  const targets = await pMap(
    Array.from({ length: size.tournamentsPerGame }, () => games).flat(),
    async ({ gameId, apiKey }) => ({ id: (await publishTournament(product, gameId)).id, apiKey }),
    { concurrency: PARALLEL },
  );
  await tidy(product.db);
  return targets;
}

const RECOVERED_WITHIN_MS = 60_000;

/** Sends joins, and counts those that the product acknowledges. */
function trackJoins(bench: Bench) {
  const { adminUrl, db } = bench.product;
  const ids = new Set<string>();
  let [answered, overloaded] = [0, 0];
  return {
    /** Returns the first unused request number. */
    async send(
      targets: readonly Target[],
      numbers: { first: number; maxRequests: number },
      connections: number,
      round: number | undefined,
    ): Promise<number> {
      const labels = { unit: "joins", point: String(connections), series: "product", round };
      const requests = joinRequests(targets);
      const plan = { ...numbers, connections, requests, expected: JOINED };
      const outcome = await measureLoad(bench, labels, plan);
      for (const { id } of targets) ids.add(id);
      answered += outcome.answered;
      overloaded += countOverloaded(outcome);
      return outcome.next;
    },
    /** Throws unless every acknowledged join is an entry and the audit is clean. */
    async verify(): Promise<void> {
      bench.say("verifying");
      const pending = `SELECT FROM entry.pending_join LIMIT 1`;
      await until(async () => (await db.query(pending)).rowCount === 0, {
        timeoutMs: RECOVERED_WITHIN_MS,
        everyMs: 100,
        what: "The end of all pending joins",
      });
      const { rows } = await db.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM entry.entry WHERE tournament_id = ANY($1)`,
        [[...ids]],
      );
      const entries = rows[0]?.count ?? 0;
      // Recovery may complete a join that was answered with 503.
      if (entries < answered || entries > answered + overloaded)
        throw new Error(`${answered} joins were acknowledged, but there are ${entries} entries.`);
      await audit(adminUrl);
    },
  };
}
