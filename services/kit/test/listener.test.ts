import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { listenTo } from "@tms/kit/database/listener";
import { openDatabase } from "@tms/kit/database/pool";
import { createLogger } from "@tms/kit/process/log";
import { expect, test } from "vitest";
import { databaseOfFile } from "./database.ts";

const { db, database } = await databaseOfFile();

/** Starts a proxy before Postgres. Silenced, it passes nothing on over the connections it has. */
async function startProxy(upstreamPort: number) {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(upstreamPort, "127.0.0.1");
    client.on("error", () => upstream.destroy()).pipe(upstream);
    upstream.on("error", () => client.destroy()).pipe(client);
    sockets.add(client).add(upstream);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test("a listener connects again when its connection goes silent, and logs it once", async () => {
  const url = new URL(database.urlFor("tournament"));
  const proxy = await startProxy(Number(url.port));
  url.port = String(proxy.port);
  const lines: string[] = [];
  const log = createLogger("test", "warn", { write: (line) => void lines.push(line) });
  const own = openDatabase({ url: url.href, poolSize: 1 }, "test", log);
  const payloads: string[] = [];
  let connections = 0;
  const heard = {
    onPayload: (payload: string) => void payloads.push(payload),
    onConnected: () => void connections++,
  };
  const listener = listenTo(own, "test_channel", heard, log);
  await expect.poll(() => connections).toBe(1);
  proxy.silence();
  await expect
    .poll(async () => {
      await listener.check();
      return connections;
    })
    .toBe(2);
  await db.$client.query(`SELECT pg_notify('test_channel', 'still here')`);
  await expect.poll(() => payloads).toEqual(["still here"]);
  expect(lines).toHaveLength(1);
  await listener.stop();
  await own.$client.end();
  proxy.close();
});
