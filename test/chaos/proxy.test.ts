import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "@tms/stack/process/ports";
import { openEdge, type Edge } from "./proxy.ts";

let upstream: Server;
let edge: Edge;
/** An edge to the same server that is never harmed. */
let control: Edge;
const heard: string[] = [];

beforeEach(async () => {
  heard.length = 0;
  upstream = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      heard.push(String(data));
      socket.write(`answer to ${String(data)}`);
    });
  });
  upstream.listen(0, "127.0.0.1");
  await once(upstream, "listening");
  const { port } = upstream.address() as AddressInfo;
  edge = await openEdge(await freePort(), port);
  control = await openEdge(await freePort(), port);
});

afterEach(async () => {
  await edge.close();
  await control.close();
  upstream.close();
});

async function call({ port }: Edge = edge): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  // The edge resets what is left of it at the end.
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

async function ask(socket: Socket, question: string): Promise<string> {
  const answer = once(socket, "data");
  socket.write(question);
  return String((await answer)[0]);
}

/** Waits for an answer by the other edge: what this one had let through would be there, too. */
async function roundTrip(): Promise<void> {
  const socket = await call(control);
  expect(await ask(socket, "?")).toBe("answer to ?");
  socket.destroy();
}

test("an open edge passes everything on, a slow one later", async () => {
  const socket = await call();
  expect(await ask(socket, "a")).toBe("answer to a");
  const delayMs = 20;
  edge.set({ delayMs });
  const askedAt = performance.now();
  expect(await ask(socket, "b")).toBe("answer to b");
  // There and back; a timer is late at times, and early by a rounding error only.
  expect(performance.now() - askedAt).toBeGreaterThan(1.5 * delayMs);
});

test("a cut edge resets connections and refuses new ones", async () => {
  const socket = await call();
  await ask(socket, "a");
  const reset = once(socket, "error");
  edge.set("cut");
  expect(String((await reset)[0])).toContain("ECONNRESET");
  const refused = connect(edge.port, "127.0.0.1");
  expect(String((await once(refused, "error"))[0])).toContain("ECONNRESET");
});

test("a stalled edge loses nothing", async () => {
  const socket = await call();
  await ask(socket, "a");
  edge.set("stalled");
  const answer = ask(socket, "b");
  await roundTrip();
  expect(heard).toEqual(["a", "?"]);
  edge.set("open");
  expect(await answer).toBe("answer to b");
});

test("a mute edge has requests carried out and loses their answers", async () => {
  const socket = await call();
  await ask(socket, "a");
  edge.set("mute");
  const answers: string[] = [];
  socket.on("data", (data) => answers.push(String(data)));
  const ended = new Promise((resolve) => void socket.once("close", resolve));
  socket.write("b");
  await expect.poll(() => heard).toEqual(["a", "b"]);
  await roundTrip();
  edge.set("open");
  await ended;
  expect(answers).toEqual([]);
});
