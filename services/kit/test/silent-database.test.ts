import {
  createConnection,
  createServer,
  type AddressInfo,
  type Server,
  type Socket,
} from "node:net";
import { once } from "node:events";
import { Code } from "@connectrpc/connect";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "@tms/kit/database/pool";
import type { Db } from "@tms/kit/database/handle";
import { translate } from "@tms/kit/rpc/interceptors";
import { createLogger } from "@tms/kit/process/log";
import { testDatabase, type TestDatabase } from "@tms/kit/testing/database";
import { transaction } from "@tms/kit/database/transaction";

const POOL_SIZE = 8;

let database: TestDatabase;
let line: Server;
let db: Db;
const sockets = new Set<Socket>();

/** Carries bytes to the database and back, until it is told to hold them. */
function createLine(target: URL): Server {
  return createServer((near) => {
    const far = createConnection({ host: target.hostname, port: Number(target.port) });
    for (const socket of [near, far]) {
      sockets.add(socket);
      // Either end may be cut at any time; the other follows.
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
}

beforeAll(async () => {
  database = await testDatabase();
  const url = new URL(database.urlFor("tournament"));
  line = createLine(new URL(url)).listen(0, "127.0.0.1");
  await once(line, "listening");
  url.port = String((line.address() as AddressInfo).port);
  // Sooner than in earnest, or this would take ten seconds.
  url.searchParams.set("query_timeout", "300");
  db = openDatabase({ url: url.href, poolSize: POOL_SIZE }, "test", createLogger("test", "silent"));
});
afterAll(async () => {
  await db?.$client.end();
  line?.close();
  await database?.drop();
});

const one = () => db.$client.query("SELECT 1");

test("a database that falls silent fails what waits for it, and costs no connection", async () => {
  await Promise.all(Array.from({ length: POOL_SIZE }, one));
  for (const socket of sockets) socket.pause();
  const waiting = Array.from({ length: POOL_SIZE }, (_, i) =>
    i % 2 === 0 ? one() : transaction(db, "game.create", (tx) => tx.$client.query("SELECT 1")),
  );
  for (const result of await Promise.allSettled(waiting)) {
    if (result.status === "fulfilled") throw new Error("it was answered");
    expect(translate(result.reason).code).toBe(Code.Unavailable);
  }
  await expect.poll(() => db.$client.totalCount).toBe(0);
  expect((await one()).rowCount).toBe(1);
  expect(db.$client.totalCount).toBe(db.$client.idleCount);
});
