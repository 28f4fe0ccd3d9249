import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { until } from "@tms/stack/until";
import { audit } from "@tms/test/harness/audit.ts";
import { addEvents } from "../fill/events.ts";
import { createPayingGame } from "../fill/tournaments.ts";
import type { Received } from "../load/receiver.ts";
import { tidy, type Product } from "../product.ts";
import { interleave, type Scenario } from "../scenario.ts";

const SIZES = { full: 20_000, smoke: 200 };
const DELIVERED_WITHIN_MS = 120_000;

export const deliver: Scenario = {
  name: "deliver",
  title: "Rate of deliveries to one endpoint that responds immediately",
  primary: "deliveries/s",
  ratios: [],
  async run({ product, rounds, scale, record, say }) {
    const count = SIZES[scale];
    const { gameId, apiKey } = await createPayingGame(product);
    const receiver = await startReceiver();
    try {
      await createEndpoint(product, apiKey, receiver.url);
      await tidy(product.db);
      const measure = async (round: number) => {
        await receiver.reset();
        await addEvents(product.db, gameId, count);
        const { events, tookMs } = await receiver.receive(count);
        const values = { "deliveries/s": events / (tookMs / 1_000) };
        record({
          point: `${count.toLocaleString("en")} events`,
          series: "webhooks",
          round,
          values,
        });
      };
      await interleave(rounds, [measure]);
      say("verifying");
      await audit(product.adminUrl);
    } finally {
      receiver.stop();
    }
  },
};

async function startReceiver() {
  const child = fork(join(import.meta.dirname, "../load/receiver.ts"));
  const [port] = (await once(child, "message")) as [number];
  const url = `http://127.0.0.1:${port}/`;
  const get = async (path: string) => (await (await fetch(url + path)).json()) as Received;
  return {
    url,
    reset: () => get("take"),
    /** Waits for a number of deliveries since the last reset. */
    receive: (count: number) =>
      until(
        async () => {
          const received = await get("");
          return received.events >= count ? received : null;
        },
        { timeoutMs: DELIVERED_WITHIN_MS, everyMs: 100, what: "The delivery of all events" },
      ),
    stop: () => void child.kill(),
  };
}

async function createEndpoint({ gatewayUrl }: Product, apiKey: string, url: string) {
  const response = await fetch(`${gatewayUrl}/webhook/create`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify({ url, events: ["entry.*"] }),
  });
  if (response.status !== 201)
    throw new Error(
      `The endpoint could not be created: ${response.status} ${await response.text()}`,
    );
}
