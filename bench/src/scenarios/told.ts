import { setTimeout } from "node:timers/promises";
import { until } from "@tms/stack/until";
import { interleave, type Bench, type Measurement } from "../bench.ts";
import { fundGamers } from "../fill/gamers.ts";
import { tidy } from "../fill/tidy.ts";
import { createPayingGame, tournamentMaker } from "../fill/tournaments.ts";
import { JOINED, joinRequests } from "../load/joins.ts";
import { countOthers } from "../measure/load.ts";
import { percentile } from "../measure/statistics.ts";
import { audit } from "@tms/test/harness/audit.ts";
import type { Scenario } from "../scenario.ts";
import type { BenchSystem } from "../system/system.ts";

const SIZES = { full: 2_000, smoke: 100 };
// Four spurts a second are closer to a steady stream than one, and still worth a load each.
const SPURTS = 4;
const CONNECTIONS = 64;
const TOLD_WITHIN_MS = 60_000;
const NUMBERED = "in the log";
const PULLED = "pulled";

export const told: Scenario = {
  name: "told",
  title:
    "How long after its join an event has its sequence, and its reader, at 2,000 joins a second",
  primary: "p99 ms",
  ratios: [[PULLED, NUMBERED]],
  async run(bench) {
    const perSecond = SIZES[bench.scale];
    const product = await bench.harness.product();
    const access = await createPayingGame(product);
    const joins = Math.max(SPURTS, Math.ceil(perSecond * bench.seconds));
    await fundGamers(product.db, access.gameId, joins);
    await tidy(product.db);
    const measure: Measurement = (round) =>
      measureTelling(bench, product, { ...access, perSecond, joins, round });
    await interleave(bench.rounds, [[measure]]);
    bench.say("verifying");
    await audit(product.adminUrl);
  },
};

interface Run {
  gameId: string;
  apiKey: string;
  perSecond: number;
  joins: number;
  round: number;
}

/** Joins at a steady pace while a reader waits for each event, and looks how late they come. */
async function measureTelling(bench: Bench, product: BenchSystem, run: Run): Promise<void> {
  const { id } = await tournamentMaker(product)(run.gameId);
  const point = `${run.perSecond.toLocaleString("en")} joins/s`;
  const reading = readLateness(product, run, id);
  const seconds = await joinSteadily(bench, product, run, id);
  const pulled = await reading;
  const numbered = await numberedLateness(product, id, run.joins);
  for (const [series, late] of Object.entries({ [NUMBERED]: numbered, [PULLED]: pulled }))
    bench.record({
      point,
      series,
      round: run.round,
      values: {
        "p50 ms": percentile(late, 0.5),
        "p99 ms": percentile(late, 0.99),
        "max ms": Math.max(...late),
        "joins/s": run.joins / seconds,
      },
    });
}

async function joinSteadily(
  bench: Bench,
  product: BenchSystem,
  { apiKey, perSecond, joins }: Run,
  id: string,
): Promise<number> {
  const begunAt = performance.now();
  const requests = joinRequests([{ id, apiKey }]);
  const most = Math.max(1, Math.round(perSecond / SPURTS));
  for (let first = 0; first < joins; first += most) {
    const nextAt = begunAt + ((first + most) / perSecond) * 1_000;
    const outcome = await bench.load.run({
      port: product.ports.gateway,
      connections: CONNECTIONS,
      seconds: Number.MAX_SAFE_INTEGER,
      first,
      most: Math.min(most, joins - first),
      requests,
      expected: JOINED,
    });
    if (countOthers(outcome) > 0) throw new Error("a join was refused");
    await setTimeout(Math.max(0, nextAt - performance.now()));
  }
  return (performance.now() - begunAt) / 1_000;
}

/** Pulls a tournament's joins as they come; returns how late each was, in milliseconds. */
async function readLateness(
  { gatewayUrl }: BenchSystem,
  { apiKey, joins }: Run,
  tournament: string,
): Promise<number[]> {
  const late: number[] = [];
  let after = 0;
  while (late.length < joins) {
    const query = `types=entry.joined&tournament=${tournament}&limit=1000&waitSeconds=20`;
    const response = await fetch(`${gatewayUrl}/event?after=${after}&${query}`, {
      headers: { "x-api-key": apiKey },
    });
    if (!response.ok) throw new Error(`events were answered with ${response.status}`);
    const body = (await response.json()) as { events: { timestamp: string }[]; nextAfter: number };
    const now = Date.now();
    late.push(...body.events.map(({ timestamp }) => now - Date.parse(timestamp)));
    after = body.nextAfter;
  }
  return late;
}

/** From the moment of each join until its event was taken into the log, by the clock of Postgres. */
async function numberedLateness(
  { db }: BenchSystem,
  tournamentId: string,
  joins: number,
): Promise<number[]> {
  const text = `
    SELECT extract(epoch FROM event.created_at - entry.joined_at)::float8 * 1000 AS late
    FROM events.event JOIN entry.entry
      ON entry.id = (event.body::jsonb #>> '{data,entry,id}')::uuid
    WHERE event.tournament_id = $1 AND event.type = 'entry.joined'`;
  const rows = await until(
    async () => {
      const found = await db.query<{ late: number }>(text, [tournamentId]);
      return found.rows.length === joins ? found.rows : null;
    },
    { timeoutMs: TOLD_WITHIN_MS, everyMs: 200, what: "the events of all joins" },
  );
  return rows.map(({ late }) => late);
}
