import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { generate } from "../src/generator.ts";
import { toHandle } from "../src/requests.ts";

let server: Server;
let port: number;
let received: { key: unknown; path: string | undefined; gamer: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  received = [];
});

// More than a single read from a socket returns.
const BODY = "x".repeat(100_000);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { gamer } = (await json(request)) as { gamer: string };
  received.push({ key: request.headers["idempotency-key"], path: request.url, gamer });
  const status = gamer.endsWith("3") ? 409 : 201;
  response.writeHead(status, { "content-length": BODY.length }).end(BODY);
}

const targets = ["/a", "/b"].map((path) => ({ path, apiKey: "key" }));
const requests = { kind: "joins", targets } as const;

test("sends each request once, in turn, and counts its answers by status", async () => {
  const limits = { connections: 5, seconds: 60, first: 4, maxRequests: 20 };
  const outcome = await generate({ port, requests, ...limits });
  expect(outcome).toMatchObject({ answered: 18, others: { 409: 2 } });
  expect(outcome.latency["p99 ms"]).toBeGreaterThanOrEqual(outcome.latency["p50 ms"]);
  expect(new Set(received.map(({ key }) => key)).size).toBe(20);
  const sent = received.map(({ path, gamer }) => `${gamer} ${path}`).toSorted();
  const gamers = Array.from({ length: 10 }, (_, index) => toHandle(2 + index));
  expect(sent).toEqual(gamers.flatMap((gamer) => [`${gamer} /a/join`, `${gamer} /b/join`]));
});

test("begins no request after the time is over", async () => {
  const limits = { connections: 2, seconds: 0, maxRequests: 10 };
  expect(await generate({ port, requests, ...limits })).toMatchObject({ answered: 0, others: {} });
  expect(received).toEqual([]);
});
