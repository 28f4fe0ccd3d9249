import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientErrorHandler } from "./conformance.ts";

// Limits short enough to wait for.
const IMPATIENT = { headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 10 };

let server: Server;
beforeAll(async () => {
  server = createServer(IMPATIENT, (_request, response) => response.end("served"));
  server.on("clientError", clientErrorHandler("http://api.test"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => void server.close());

async function open(): Promise<Socket> {
  const accepted = once(server, "connection");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  await Promise.all([accepted, once(socket, "connect")]);
  return socket;
}

/** Blocks this process for longer than a request may take to arrive. */
const stall = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);

test("a request that does not arrive in time is told so", async () => {
  const socket = await open();
  socket.write("POST /tournament/create HTTP/1.1\r\n");
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 .*"code":"request_timeout"/s);
});

test("a connection on which nothing was sent is closed without a word", async () => {
  const socket = await open();
  expect(await text(socket)).toBe("");
});

test("a request that arrived while the process stood still is served", async () => {
  const socket = await open();
  socket.write("GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
  stall();
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*served/s);
});
