import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generate } from "../src/load/generate.ts";
import { renderRequest } from "../src/load/plan.ts";

interface Received {
  key: string | undefined;
  path: string | undefined;
  gamer: string;
}

let server: Server;
let port: number;
let received: Received[] = [];

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

// More than a single read from a socket returns.
const BODY = "x".repeat(100_000);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { gamer } = JSON.parse(await text(request)) as { gamer: string };
  received.push({ key: String(request.headers["idempotency-key"]), path: request.url, gamer });
  const status = gamer.endsWith("3") ? 409 : 201;
  response.writeHead(status, { "content-length": BODY.length }).end(BODY);
}

const requestTo = (path: string) =>
  renderRequest({
    method: "POST",
    path,
    headers: { "idempotency-key": "load-{n}" },
    body: { gamer: "gamer-{turn}" },
  });

test("sends each request once, in turn, and counts its answers by status", async () => {
  received = [];
  const outcome = await generate({
    port,
    connections: 5,
    seconds: 60,
    first: 4,
    maxRequests: 20,
    requests: [requestTo("/a"), requestTo("/b")],
    expected: 201,
  });
  expect(outcome).toMatchObject({ answered: 18, others: { 409: 2 }, next: 24 });
  expect(outcome.latency.p99).toBeGreaterThanOrEqual(outcome.latency.p50);
  const sent = received.toSorted((a, b) => String(a.key).localeCompare(String(b.key)));
  expect(sent).toEqual(
    Array.from({ length: 20 }, (_, index) => {
      const [number, turn] = [4 + index, Math.floor((4 + index) / 2)];
      return {
        key: `load-${String(number).padStart(8, "0")}`,
        path: number % 2 === 0 ? "/a" : "/b",
        gamer: `gamer-${String(turn).padStart(8, "0")}`,
      };
    }),
  );
});

test("begins no request after the time is over", async () => {
  received = [];
  const requests = [requestTo("/a")];
  const plan = { port, connections: 2, seconds: 0, maxRequests: 10, requests, expected: 201 };
  expect(await generate(plan)).toMatchObject({ answered: 0, others: {}, next: 0 });
  expect(received).toEqual([]);
});
