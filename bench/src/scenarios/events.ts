import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { until } from "@tms/stack/until";
import type { Api } from "@tms/test/harness/api.ts";
import { addEvents, createPayingGame, fillTournament, publishTournament } from "../fill.ts";
import { residentMib, type Values } from "../processes.ts";
import { tidy, type Product } from "../product.ts";
import type { Scenario } from "../scenario.ts";

const PAGE = 1_000;

export const log: Scenario = {
  name: "log",
  title: "How fast one consumer pulls a log of 1,000,000 events from its beginning",
  primary: "events/s",
  async prepare({ product, smoke }) {
    const count = smoke ? 2_500 : 1_000_000;
    const api = await createJoinedGame(product);
    await addEvents(product.db, api.gameId, count);
    await tidy(product.db);
    await pull(product, api, PAGE);
    const point = `${count.toLocaleString("en")} events`;
    const measure = () => pull(product, api, count);
    return [[{ point, series: "GET /event", measure }]];
  },
};

async function createJoinedGame(product: Product): Promise<Api> {
  const { api } = await createPayingGame(product, 1);
  await fillTournament(product.db, api, await publishTournament(api), 1);
  return api;
}

/** Pulls page after page over one connection. Throws if a page does not follow the previous page. */
async function pull({ pids }: Product, api: Api, count: number): Promise<Values> {
  const resident = () => residentMib(pids["gateway"] ?? 0) + residentMib(pids["events"] ?? 0);
  const begunAt = performance.now();
  let [after, halfway] = [0, 0];
  while (after < count) {
    const { status, body } = await api.get(`/event?after=${after}&limit=${PAGE}`);
    if (status !== 200) throw new Error(`A page of events was answered with ${status}.`);
    const isNext = body.events.every(({ sequence }, index) => sequence === after + index + 1);
    if (!isNext || body.events.length === 0 || body.nextAfter !== after + body.events.length)
      throw new Error(`The page after ${after} is not the next one.`);
    after = body.nextAfter;
    // Pools and heaps have grown to their full size by the middle. Later growth would be a leak.
    if (halfway === 0 && after >= count / 2) halfway = resident();
  }
  const seconds = (performance.now() - begunAt) / 1_000;
  return { "events/s": after / seconds, "MiB grown": resident() - halfway };
}

const DELIVERED_WITHIN_MS = 120_000;

export const deliver: Scenario = {
  name: "deliver",
  title: "How fast events are delivered to one endpoint that answers at once",
  primary: "deliveries/s",
  async prepare({ product, smoke }) {
    const count = smoke ? 200 : 20_000;
    const api = await createJoinedGame(product);
    const { url, delivered } = await startReceiver();
    const { status } = await api.post("/webhook/create", { url, events: ["entry.*"] });
    if (status !== 201) throw new Error(`An endpoint was answered with ${status}.`);
    await tidy(product.db);
    const waitFor = (events: number) =>
      until(() => delivered.size >= events, {
        timeoutMs: DELIVERED_WITHIN_MS,
        everyMs: 1,
        what: `The delivery of ${events} events`,
      });
    const measurement = {
      point: `${count.toLocaleString("en")} events`,
      series: "webhooks",
      async measure() {
        delivered.clear();
        await addEvents(product.db, api.gameId, count);
        await waitFor(1);
        const begunAt = performance.now();
        await waitFor(count);
        return { "deliveries/s": (1_000 * count) / (performance.now() - begunAt) };
      },
    };
    return [[measurement]];
  },
};

/** Starts a server that takes webhooks. It keeps no process alive. */
async function startReceiver() {
  const delivered = new Set<unknown>();
  const server = createServer((request, response) => {
    delivered.add(request.headers["webhook-id"]);
    request.resume().on("end", () => response.writeHead(204).end());
  });
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, delivered };
}
