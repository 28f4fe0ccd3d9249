import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { fastify, type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lingering } from "./closing.ts";

const HEAD =
  "POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n";
const HALF = Buffer.alloc(1_000_000, " ");

let app: FastifyInstance;
const refused = Promise.withResolvers<void>();
beforeAll(async () => {
  app = fastify();
  lingering(app);
  app.addHook("onRequest", async (_request, reply) => {
    refused.resolve();
    return reply.code(401).send("no key");
  });
  app.post("/", () => "");
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => app.close());

async function post(length: number): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(`${HEAD}content-length: ${length}\r\n\r\n`);
  return socket;
}

test("a refusal reaches a caller who is still sending the body", async () => {
  const socket = await post(2 * HALF.length);
  socket.write(HALF);
  await refused.promise;
  // By the end of an exchange on another connection, a response that did not wait would have arrived.
  await text(await post(0));
  expect(socket.bytesRead).toBe(0);
  socket.write(HALF);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 .*no key$/s);
});

test("a body that never comes is not waited for", async () => {
  expect(await text(await post(10))).toMatch(/^HTTP\/1\.1 401 .*no key$/s);
});
