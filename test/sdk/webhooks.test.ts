import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createTms, verifyWebhook, type Tms, type TmsEvent } from "@tms/sdk";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { gameIn } from "../harness/game.ts";

const baseUrl = inject("baseUrl");
let tms: Tms;
let url: string;
let status = 204;
const received: { headers: IncomingHttpHeaders; body: string }[] = [];
async function serve(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  received.push({ headers: request.headers, body: await text(request) });
  reply.writeHead(status).end("noted");
}
const server = createServer((request, reply) => void serve(request, reply));

beforeAll(async () => {
  const api = await gameIn({
    gatewayUrl: baseUrl,
    urls: inject("urls"),
    token: inject("tokens").test,
  });
  tms = createTms({ baseUrl, apiKey: api.apiKey, gameId: api.gameId });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

test("a backend is sent what happens, believes it by its signature, and has it sent again", async () => {
  const { endpoint, secret } = await tms.webhooks.create({ url, events: ["tournament.*"] });
  expect(await Array.fromAsync(tms.webhooks.list())).toMatchObject([{ id: endpoint.id, url }]);
  status = 500;
  const { tournament } = await tms.tournaments.create({
    name: "Friday",
    description: "Best of three",
    startTime: new Date().toISOString(),
    endTime: new Date(Date.now() + 3_600_000).toISOString(),
    entryFee: 0,
  });
  const failed = async () =>
    await Array.fromAsync(tms.webhooks.deliveries(endpoint.id, { state: "retrying" }));
  await expect.poll(async () => (await failed()).length).toBe(1);
  const [delivery] = await failed();
  const eventId = delivery?.event.id ?? "";
  const { attempts } = await tms.webhooks.delivery(endpoint.id, eventId);
  expect(attempts[0]).toMatchObject({ number: 1, status: 500, answer: "noted" });
  expect(await Array.fromAsync(tms.events.deliveries(eventId))).toMatchObject([
    { endpoint: endpoint.id, event: { id: eventId }, state: "retrying" },
  ]);
  expect((await tms.webhooks.get(endpoint.id)).endpoint.state).toBe("failing");

  status = 204;
  await tms.webhooks.retry(endpoint.id, eventId);
  const stateOf = async () => (await tms.webhooks.delivery(endpoint.id, eventId)).delivery.state;
  await expect.poll(stateOf).toBe("delivered");
  const events: TmsEvent[] = [];
  for (const { headers, body } of received)
    events.push(await verifyWebhook(body, headers, secret ?? ""));
  expect(events.length).toBeGreaterThan(1);
  for (const event of events)
    expect(event).toMatchObject({
      id: eventId,
      type: "tournament.created",
      data: { tournament: { id: tournament.id } },
    });

  const before = received.length;
  const range = { afterSequence: 0, onlyFailed: false };
  expect(await tms.webhooks.replay(endpoint.id, range)).toMatchObject({ events: 1 });
  await expect.poll(() => received.length).toBeGreaterThan(before);
});

test("an endpoint is tried, paused and removed", async () => {
  const { endpoint } = await tms.webhooks.create({ url, events: ["payout.paid"] });
  status = 418;
  const tried = await tms.webhooks.test(endpoint.id);
  expect(tried).toMatchObject({
    delivery: { state: "failed", event: { type: "webhook.test" } },
    attempts: [{ status: 418, answer: "noted" }],
  });
  const paused = await tms.webhooks.update(endpoint.id, { enabled: false });
  expect(paused.endpoint.state).toBe("paused");
  await tms.webhooks.remove(endpoint.id);
  await expect(tms.webhooks.get(endpoint.id)).rejects.toMatchObject({
    code: "endpoint_not_found",
  });
  await expect(tms.webhooks.roll(endpoint.id)).rejects.toMatchObject({ code: "person_required" });
});
