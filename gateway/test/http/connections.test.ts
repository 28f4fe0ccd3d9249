import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import { sendRaw } from "../support/raw-http.ts";

let gateway: TestGateway;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await gateway.close();
});

const HALF = "POST /tournament/create HTTP/1.1\r\nhost: x\r\n";

/** Opens a connection from an address of the loopback, and sends half a request on it. */
function hold(localAddress: string, first = HALF): Socket {
  const socket = connect({ port: gateway.port, host: "127.0.0.1", localAddress });
  sockets.push(socket);
  socket.on("error", () => undefined).write(first);
  return socket.resume();
}

/** The status of a whole request from such an address; 0 when it is hung up on. */
async function statusFor(localAddress: string, headers = ""): Promise<number> {
  const socket = connect({ port: gateway.port, host: "127.0.0.1", localAddress });
  sockets.push(socket);
  socket.on("error", () => undefined);
  socket.write(
    `GET /tournament HTTP/1.1\r\nhost: x\r\nx-api-key: ${gateway.key}\r\n${headers}connection: close\r\n\r\n`,
  );
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  await once(socket, "close");
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
}

test("however many half-sent requests one address has, others are served, and probes answered", async () => {
  gateway = await startGateway({ limits: { connections: 20, connectionsPerAddress: 5 } });
  const held = Array.from({ length: 40 }, () => hold("127.0.0.1"));
  // All that are beyond its share are hung up on.
  await expect.poll(() => held.filter(({ closed }) => closed).length).toBe(35);
  expect(await statusFor("127.0.0.1")).toBe(0);
  expect(await statusFor("127.0.0.2")).toBe(200);
  expect((await fetch(`${gateway.probeUrl}/livez`)).status).toBe(200);

  for (const socket of held) socket.destroy();
  // The server may hear of it a moment later.
  await expect.poll(() => statusFor("127.0.0.1")).toBe(200);
});

test("probes are answered while every connection there may be is taken", async () => {
  gateway = await startGateway({ limits: { connections: 3 } });
  const held = Array.from({ length: 5 }, () => hold("127.0.0.1"));
  await expect.poll(() => held.filter(({ closed }) => closed).length).toBe(2);
  for (const path of ["/livez", "/readyz"])
    expect((await fetch(gateway.probeUrl + path)).status).toBe(200);
});

test("probes are no part of what callers reach", async () => {
  gateway = await startGateway();
  for (const path of ["/livez", "/readyz"])
    expect((await gateway.raw("GET", path)).status).toBe(404);
});

const behindProxy = (client: string) => `x-forwarded-for: ${client}\r\n`;
const slowBody = (client: string) =>
  `${HALF}x-api-key: ${gateway.key}\r\n${behindProxy(client)}content-type: application/json\r\ncontent-length: 100\r\n\r\n{`;

test("behind a proxy each client has its share of requests, and the proxy as many connections as it needs", async () => {
  gateway = await startGateway({
    trustedProxies: 1,
    limits: { connections: 20, connectionsPerAddress: 5 },
  });
  for (let i = 0; i < 5; i++) hold("127.0.0.1", slowBody("203.0.113.1"));
  const status = (client: string) => statusFor("127.0.0.1", behindProxy(client));
  await expect.poll(() => status("203.0.113.1")).toBe(429);
  expect(await status("203.0.113.2")).toBe(200);
  // What a client says of itself is to the left of what the proxy says, and counts for nothing.
  expect(await status("203.0.113.9, 203.0.113.1")).toBe(429);

  for (const socket of sockets) socket.destroy();
  await expect.poll(() => status("203.0.113.1")).toBe(200);
});

test("whoever has too many requests under way is told so, and when to come back", async () => {
  gateway = await startGateway({ trustedProxies: 1, limits: { connectionsPerAddress: 1 } });
  hold("127.0.0.1", slowBody("203.0.113.1"));
  const request = `GET /account HTTP/1.1\r\nhost: x\r\n${behindProxy("203.0.113.1")}connection: close\r\n\r\n`;
  await expect
    .poll(async () => (await sendRaw(gateway.port, request)).body)
    .toContain('"code":"too_many_at_once"');
  expect((await sendRaw(gateway.port, request)).head).toContain("retry-after: 1");
});

test("a CONNECT that nobody hangs up on gives its place back, and holds up no stop", async () => {
  gateway = await startGateway({ limits: { connectionsPerAddress: 3 } });
  const CONNECT = "CONNECT other:443 HTTP/1.1\r\nhost: x\r\n\r\n";
  const held = Array.from({ length: 3 }, () => hold("127.0.0.1", CONNECT));
  await expect.poll(() => held.filter(({ closed }) => closed).length).toBe(3);
  expect(await statusFor("127.0.0.1")).toBe(200);
});

test("an address may have only so many requests under way, on however few connections", async () => {
  gateway = await startGateway({ limits: { connectionsPerAddress: 5 } });
  const answer = Promise.withResolvers<void>();
  gateway.fakes.before = () => answer.promise;
  const ask = `GET /tournament HTTP/1.1\r\nhost: x\r\nx-api-key: ${gateway.key}\r\n\r\n`;
  let text = "";
  const socket = hold("127.0.0.1", ask.repeat(20));
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  // Those that are answered at once wait for their turn behind those that are held.
  await expect.poll(() => gateway.fakes.calls.length).toBeGreaterThan(0);
  answer.resolve();
  await expect.poll(() => text.match(/HTTP\/1\.1 \d+/g)?.length).toBe(20);
  expect(text.match(/HTTP\/1\.1 429/g)?.length).toBe(15);
});
