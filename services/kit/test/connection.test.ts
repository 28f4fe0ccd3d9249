import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "@tms/kit/database/pool";
import { createLogger } from "@tms/kit/process/log";
import { administer } from "@tms/kit/database/admin";
import { testDatabase, type TestDatabase } from "@tms/kit/testing/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

/** Stands before Postgres; once it holds answers back, they arrive together with the farewell. */
async function startRelay(upstreamPort: number) {
  let held: Buffer[] | undefined;
  const answered = Promise.withResolvers<void>();
  const server = createServer((client) => {
    const upstream = connect(upstreamPort, "127.0.0.1");
    client.on("error", () => upstream.destroy()).pipe(upstream);
    upstream.on("error", () => client.destroy());
    upstream.on("data", (chunk: Buffer) => {
      if (held === undefined) return void client.write(chunk);
      held.push(chunk);
      answered.resolve();
    });
    upstream.on("end", () => {
      client.end(Buffer.concat(held ?? []));
      held = undefined;
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    hold: () => void (held = []),
    answered: answered.promise,
    close: () => server.close(),
  };
}

test("a connection that ends as it changes hands ends no process", async () => {
  const url = new URL(database.urlFor("tournament"));
  const relay = await startRelay(Number(url.port));
  url.port = String(relay.port);
  const config = { url: url.href, poolSize: 1 };
  const db = openDatabase(config, "test", createLogger("test", "silent"));
  try {
    const { rows } = await db.$client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    relay.hold();
    const first = db.$client.query("SELECT 1");
    const next = db.$client.connect();
    await relay.answered;
    await administer(database.adminUrl, `SELECT pg_terminate_backend(${rows[0]?.pid ?? 0})`);
    expect((await first).rowCount).toBe(1);
    const session = await next;
    await expect(session.query("SELECT 1")).rejects.toThrow(/terminat|queryable/);
    session.release();
    expect((await db.$client.query("SELECT 1")).rowCount).toBe(1);
  } finally {
    await db.$client.end();
    relay.close();
  }
});
