import { setTimeout } from "node:timers/promises";
import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { until } from "@tms/stack/until";
import type { Bench } from "../bench.ts";
import { createPayingGame, tournamentMaker } from "../fill/tournaments.ts";
import { fundGamers } from "../fill/gamers.ts";
import { JOINED, joinRequests } from "../load/joins.ts";
import { renderRequest } from "../load/plan.ts";
import { countOthers } from "../measure/load.ts";
import { slope } from "../measure/statistics.ts";
import { audit } from "@tms/test/harness/audit.ts";
import { watchVitals, type Vitals } from "../measure/vitals.ts";
import type { Scenario } from "../scenario.ts";
import type { BenchSystem } from "../system/system.ts";

const SIZES = {
  full: { joins: 400, reads: 400, turnMs: 1_000, turnsPerSample: 5 },
  smoke: { joins: 20, reads: 20, turnMs: 50, turnsPerSample: 1 },
};
const CONNECTIONS = 8;
const HOUR_S = 3_600;
// Two readings always lie on a line.
const FEWEST = 3;
const SETTLED_WITHIN_MS = 60_000;

export const soak: Scenario = {
  name: "soak",
  title: "Memory, handles and queues under a steady mixed load",
  primary: "MiB",
  ratios: [],
  repeats: "readings",
  seconds: 600,
  onRequest: true,
  async run(bench) {
    const { turnMs, turnsPerSample } = SIZES[bench.scale];
    const product = await bench.harness.product();
    const turn = await mixedLoad(bench, product);
    const vitals = watchVitals(product);
    const begunAt = performance.now();
    const elapsed = () => (performance.now() - begunAt) / 1_000;
    const readings: Reading[] = [];
    for (let turns = 0; elapsed() < bench.seconds; turns++) {
      const nextAt = performance.now() + turnMs;
      await turn();
      if (turns % turnsPerSample === 0)
        readings.push({ seconds: elapsed(), vitals: await vitals.read() });
      // A steady load, not the greatest: what grows must not be mistaken for what is busy.
      await setTimeout(Math.max(0, nextAt - performance.now()));
    }
    await vitals.close();
    report(bench, readings);
    bench.say("verifying");
    await allSettled(product);
    await audit(product.adminUrl);
  },
};

interface Reading {
  seconds: number;
  vitals: Vitals;
}

/** One turn: a tournament is published, filled over HTTP, read, and ended. */
async function mixedLoad(bench: Bench, product: BenchSystem): Promise<() => Promise<void>> {
  const { joins, reads } = SIZES[bench.scale];
  const { gameId, apiKey } = await createPayingGame(product);
  await fundGamers(product.db, gameId, joins);
  const makeTournament = tournamentMaker(product);
  const tournaments = connectTo(TournamentService, product.urls.tournament, product.token);
  const shared = {
    port: product.ports.gateway,
    connections: CONNECTIONS,
    seconds: Number.MAX_SAFE_INTEGER,
    first: 0,
  };
  let turns = 0;
  return async () => {
    const { id } = await makeTournament(gameId);
    const requests = joinRequests([{ id, apiKey }]);
    const joined = await bench.load.run({ ...shared, most: joins, requests, expected: JOINED });
    const headers = { "x-api-key": apiKey };
    const gets = [`/tournament/${id}`, `/tournament/${id}/entries`].map((path) =>
      renderRequest({ method: "GET", path, headers }),
    );
    const read = await bench.load.run({ ...shared, most: reads, requests: gets, expected: 200 });
    const failed = countOthers(joined) + countOthers(read);
    if (failed > 0) throw new Error(`${failed} requests of a turn failed`);
    const request = { requestId: newId(), gameId, tournamentId: id };
    if (turns++ % 2 === 0) await tournaments.completeTournament(request);
    else await tournaments.cancelTournament(request);
  };
}

/** Each reading, and how fast each figure still grows in the second half. */
function report(bench: Bench, readings: readonly Reading[]): void {
  readings.forEach(({ vitals }, round) => {
    for (const [point, values] of Object.entries(vitals))
      bench.record({
        point,
        series: "reading",
        round,
        // Known once all is read, and of another unit than what it is the growth of.
        values: { ...values, ...(round === readings.length - 1 && growthOf(readings, point)) },
      });
  });
}

function growthOf(readings: readonly Reading[], point: string): Record<string, number> {
  const late = readings.slice(Math.floor(readings.length / 2));
  if (late.length < FEWEST) return {};
  const growth = Object.keys(late[0]?.vitals[point] ?? {}).map((name) => {
    const line = late.map(({ seconds, vitals }) => ({
      x: seconds,
      y: vitals[point]?.[name] ?? 0,
    }));
    return [`${name}/h`, slope(line) * HOUR_S] as const;
  });
  return Object.fromEntries(growth);
}

async function allSettled({ db }: BenchSystem): Promise<void> {
  const sql = `SELECT FROM settlement.settlement WHERE state <> 'done' AND due_at < now() LIMIT 1`;
  await until(async () => (await db.query(sql)).rowCount === 0, {
    timeoutMs: SETTLED_WITHIN_MS,
    everyMs: 100,
    what: "The settlement of all that ended",
  });
}
