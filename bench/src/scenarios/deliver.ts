import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { newId } from "@tms/kit/values/ids";
import { until } from "@tms/stack/until";
import { audit } from "@tms/test/harness/audit.ts";
import pMap from "p-map";
import { interleave, type Measurement } from "../bench.ts";
import { fillLog } from "../fill/events.ts";
import { tidy } from "../fill/tidy.ts";
import { createPayingGame } from "../fill/tournaments.ts";
import type { Received } from "../load/receiver.ts";
import type { Scenario } from "../scenario.ts";
import type { BenchSystem } from "../system/system.ts";

const SIZES = { full: 20_000, smoke: 200 };
// As many as the product sends to one endpoint at once.
const AT_ONCE = 8;
const DELIVERED_WITHIN_MS = 120_000;
const DELIVERED = "webhooks";
const POSTED = "fetch alone";

export const deliver: Scenario = {
  name: "deliver",
  title: "How fast events are delivered to one endpoint that answers at once",
  primary: "deliveries/s",
  ratios: [[DELIVERED, POSTED]],
  async run(bench) {
    const events = SIZES[bench.scale];
    const product = await bench.harness.product();
    const { gameId, apiKey } = await createPayingGame(product);
    const receiver = await startReceiver();
    try {
      await createEndpoint(product, apiKey, receiver.url);
      await tidy(product.db);
      const point = `${events.toLocaleString("en")} events`;
      const delivered: Measurement = async (round) => {
        await receiver.take();
        await fillLog(product.db, gameId, (await headOf(product, gameId)) + events);
        const values = rateOf(await receiver.got(events));
        bench.record({ point, series: DELIVERED, round, values });
      };
      const posted: Measurement = async (round) => {
        await receiver.take();
        await postDirectly(receiver.url, events);
        bench.record({ point, series: POSTED, round, values: rateOf(await receiver.got(events)) });
      };
      await interleave(bench.rounds, [[delivered, posted]]);
      bench.say("verifying");
      await audit(product.adminUrl);
    } finally {
      receiver.stop();
    }
  },
};

const rateOf = ({ events, tookMs }: Received) => ({ "deliveries/s": events / (tookMs / 1_000) });

async function startReceiver() {
  const child = fork(join(import.meta.dirname, "../load/receiver.ts"));
  const [port] = (await once(child, "message")) as [number];
  const url = `http://127.0.0.1:${port}/`;
  const ask = async (path: string) => (await (await fetch(url + path)).json()) as Received;
  return {
    url,
    /** What it got until now, which is forgotten. */
    take: () => ask("take"),
    /** What it got once that is so much. */
    got: (events: number) =>
      until(
        async () => {
          const received = await ask("");
          return received.events >= events ? received : null;
        },
        { timeoutMs: DELIVERED_WITHIN_MS, everyMs: 100, what: "the delivery of all events" },
      ),
    stop: () => void child.kill(),
  };
}

async function createEndpoint({ gatewayUrl }: BenchSystem, apiKey: string, url: string) {
  const response = await fetch(`${gatewayUrl}/webhook/create`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify({ url, events: ["entry.*"] }),
  });
  if (response.status !== 201)
    throw new Error(`an endpoint was answered with ${response.status}: ${await response.text()}`);
}

async function headOf({ db }: BenchSystem, gameId: string): Promise<number> {
  const { rows } = await db.query<{ last: number }>(
    `SELECT last_sequence::int AS last FROM events.event_head WHERE game_id = $1`,
    [gameId],
  );
  return rows[0]?.last ?? 0;
}

/** As many requests as deliveries, without a log, a signature or an outcome that is stored. */
async function postDirectly(url: string, events: number): Promise<void> {
  const body = JSON.stringify({ id: newId(), data: "x".repeat(700) });
  await pMap(
    Array.from({ length: events }, newId),
    async (id) => {
      const headers = { "content-type": "application/json", "webhook-id": id };
      const response = await fetch(url, { method: "POST", headers, body });
      await response.arrayBuffer();
    },
    { concurrency: AT_ONCE },
  );
}
