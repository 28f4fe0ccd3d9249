import { once } from "node:events";
import { connect as connectHttp2 } from "node:http2";
import { connect } from "node:net";
import { connectTo } from "@tms/kit/rpc/client";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { expect, inject, test } from "vitest";
import { sendRaw } from "../harness/raw-http.ts";

const token = inject("tokens").test;

const getStatus = async (url: string): Promise<number> => (await fetch(url)).status;

/** The ports, each with a request that the port must serve after a bad one. */
const PORTS = {
  gateway: {
    url: inject("baseUrl"),
    serves: async () => (await getStatus(`${inject("baseUrl")}/openapi.json`)) === 200,
  },
  probe: {
    url: inject("probeUrls").game,
    serves: async () => (await getStatus(`${inject("probeUrls").game}/livez`)) === 200,
  },
  gRPC: {
    url: inject("urls").game,
    serves: async () =>
      (await connectTo(GameService, inject("urls").game, token).listGames({})) !== undefined,
  },
};

const MALFORMED = "hello\r\n\r\n";
const LONG_HEADER = `GET /livez HTTP/1.1\r\nhost: x\r\nx-long: ${"x".repeat(20_000)}\r\n\r\n`;
const longBody = (path: string): string =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n` +
  `content-length: 70000\r\n\r\n${"x".repeat(70_000)}`;

test.for([
  ["a malformed request", "probe", MALFORMED, /^HTTP\/1.1 400 /],
  ["an oversized header", "probe", LONG_HEADER, /^HTTP\/1.1 431 /],
  ["a body", "probe", longBody("/livez"), /^HTTP\/1.1 405 /],
  // The answer is a frame of HTTP/2.
  ["a request of HTTP/1.1", "gRPC", LONG_HEADER, /^(?!HTTP)/],
] as const)(
  "refuses %s on the %s port and serves the next request",
  async ([, name, bytes, expected]) => {
    const { url, serves } = PORTS[name];
    expect(await sendRaw(url, bytes)).toMatch(expected);
    expect(await serves()).toBe(true);
  },
);

const MANY_HEADERS = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`x-${at}`, "y"]));
const OVERSIZED = Buffer.concat([Buffer.of(0, 0, 80, 0, 0), Buffer.alloc(5 * 1024 * 1024)]);

test.for([
  ["a malformed message", {}, Buffer.of(0, 0, 0, 0, 1, 255), "status 13, reset 0"],
  ["an oversized header block", MANY_HEADERS, Buffer.alloc(5), "status undefined, reset 11"],
  ["an oversized message", {}, OVERSIZED, "status 8, reset 0"],
] as const)(
  "refuses %s on the gRPC port and serves the next request",
  async ([, headers, body, expected]) => {
    const { url, serves } = PORTS.gRPC;
    const session = connectHttp2(url);
    const stream = session.request({
      ":method": "POST",
      ":path": `/${GameService.typeName}/ListGames`,
      "content-type": "application/grpc",
      authorization: `Bearer ${token}`,
      ...headers,
    });
    let status: unknown;
    stream.on("trailers", (trailers) => (status = trailers["grpc-status"]));
    stream.on("error", () => undefined).resume();
    stream.end(body);
    await new Promise((resolve) => stream.once("close", resolve));
    session.destroy();
    expect(`status ${String(status)}, reset ${stream.rstCode}`).toBe(expected);
    expect(await serves()).toBe(true);
  },
);

test.for([
  ["gateway", "POST /auth/sign-in HTTP/1.1\r\nhost: x\r\n"],
  ["probe", "GET /livez HTTP/1.1\r\n"],
  ["gRPC", "PRI * HTTP/2.0\r\n"],
] as const)("serves the %s port while another request is incomplete", async ([name, half]) => {
  const { url, serves } = PORTS[name];
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(half);
  await once(socket, "connect");
  expect(await serves()).toBe(true);
  socket.destroy();
});
