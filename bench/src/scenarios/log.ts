import { interleave, type Measurement } from "../bench.ts";
import { fillLog } from "../fill/events.ts";
import { tidy } from "../fill/tidy.ts";
import { createPayingGame } from "../fill/tournaments.ts";
import { residentBytes } from "../measure/memory.ts";
import { audit } from "@tms/test/harness/audit.ts";
import type { Scenario } from "../scenario.ts";
import type { BenchSystem } from "../system/system.ts";

const SIZES = { full: 1_000_000, smoke: 2_500 };
const PAGE = 1_000;
const MIB = 1_024 ** 2;
const PULLED = "GET /event";
const READ = "Postgres alone";

export const log: Scenario = {
  name: "log",
  title: "How fast one consumer pulls a log of 1,000,000 events from its beginning",
  primary: "events/s",
  ratios: [[PULLED, READ]],
  async run(bench) {
    const events = SIZES[bench.scale];
    const product = await bench.harness.product();
    const { gameId, apiKey } = await createPayingGame(product);
    bench.say("filling");
    await fillLog(product.db, gameId, events);
    await tidy(product.db);
    const point = `${events.toLocaleString("en")} events`;
    const pulled: Measurement = async (round) => {
      const values = await pull(product, apiKey, events);
      bench.record({ point, series: PULLED, round, values });
    };
    const read: Measurement = async (round) => {
      const values = await readDirectly(product, gameId, events);
      bench.record({ point, series: READ, round, values });
    };
    await pull(product, apiKey, Math.min(events, PAGE));
    await interleave(bench.rounds, [[pulled, read]]);
    bench.say("verifying");
    await audit(product.adminUrl);
  },
};

/** Pulls page after page over one connection, as a consumer does that only counts. */
async function pull(
  { gatewayUrl, processes }: BenchSystem,
  apiKey: string,
  events: number,
): Promise<Record<string, number>> {
  const pids = (["gateway", "events"] as const).map((name) => processes.get(name)?.pid ?? 0);
  const residents = () => pids.reduce((sum, pid) => sum + residentBytes(pid), 0);
  const begunAt = performance.now();
  let [after, resident] = [0, 0];
  while (after < events) {
    const response = await fetch(`${gatewayUrl}/event?after=${after}&limit=${PAGE}`, {
      headers: { "x-api-key": apiKey },
    });
    if (!response.ok) throw new Error(`a page of events was answered with ${response.status}`);
    const body = (await response.json()) as { events: { sequence: number }[]; nextAfter: number };
    const gap = body.events.findIndex(({ sequence }, index) => sequence !== after + index + 1);
    if (gap >= 0 || body.nextAfter !== after + body.events.length)
      throw new Error(`the page after ${after} is not what comes next`);
    after = body.nextAfter;
    // By the middle every pool and heap has its size.
    if (resident === 0 && after >= events / 2) resident = residents();
  }
  const seconds = (performance.now() - begunAt) / 1_000;
  return { "events/s": after / seconds, "MiB grown": (residents() - resident) / MIB };
}

/** The same pages by one connection to the database. */
async function readDirectly(
  { db }: BenchSystem,
  gameId: string,
  events: number,
): Promise<Record<string, number>> {
  const begunAt = performance.now();
  for (let after = 0; after < events; after += PAGE)
    await db.query({
      name: "log-page",
      text: `SELECT sequence, type, body FROM events.event
        WHERE game_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3`,
      values: [gameId, after, PAGE],
    });
  return { "events/s": events / ((performance.now() - begunAt) / 1_000) };
}
