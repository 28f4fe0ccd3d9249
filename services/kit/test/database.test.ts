import { Code } from "@connectrpc/connect";
import { administer } from "@tms/kit/database/admin";
import { sqlState, violatedConstraint } from "@tms/kit/database/errors";
import type { Db, Tx } from "@tms/kit/database/handle";
import { databaseReady, openDatabase } from "@tms/kit/database/pool";
import { atOneMoment, readThenWrite, transaction } from "@tms/kit/database/transaction";
import { isTransient } from "@tms/kit/errors/transient";
import { translate } from "@tms/kit/rpc/interceptors";
import { newId } from "@tms/kit/values/ids";
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { databaseOfFile } from "./database.ts";
import { ask, codeOf, serveGames } from "./games-service.ts";

const { db, database, log } = await databaseOfFile();

// Which step it is makes no difference here.
const STEP = "game.create";

const insert = (tx: Tx, id: string) =>
  tx.$client.query(`INSERT INTO request (id, fingerprint) VALUES ($1, '')`, [id]);
const raise = (tx: Tx, sqlstate: string) =>
  tx.$client.query(`DO $$ BEGIN RAISE EXCEPTION 'asked for' USING ERRCODE = '${sqlstate}'; END $$`);
const exists = async (id: string) =>
  (await db.$client.query(`SELECT 1 FROM request WHERE id = $1`, [id])).rowCount === 1;

test("reads at one moment see nothing that is committed meanwhile, and write nothing", async () => {
  const id = newId();
  const seen = await atOneMoment(db, async (tx) => {
    await tx.$client.query("SELECT 1");
    await transaction(db, STEP, (other) => insert(other, id));
    return (await tx.$client.query(`SELECT FROM request WHERE id = $1`, [id])).rowCount;
  });
  expect([seen, await exists(id)]).toEqual([0, true]);
  const writing = atOneMoment(db, (tx) => insert(tx, newId()));
  // read_only_sql_transaction
  expect(await writing.catch(sqlState)).toBe("25006");
});

describe("a transaction", () => {
  test.for(["40001", "40P01"])("is repeated whole when Postgres asks for it: %s", async (state) => {
    const id = newId();
    let attempts = 0;
    await transaction(db, STEP, async (tx) => {
      await insert(tx, id);
      if (++attempts < 3) await raise(tx, state);
    });
    expect(attempts).toBe(3);
    expect(await exists(id)).toBe(true);
  });

  test("is given up after four attempts", async () => {
    let attempts = 0;
    const given = transaction(db, STEP, async (tx) => {
      attempts++;
      await raise(tx, "40001");
    });
    expect(await given.catch(sqlState)).toBe("40001");
    expect(attempts).toBe(4);
  });

  test("is repeated for the unique constraints that a race can violate, and no other", async () => {
    const id = newId();
    await transaction(db, STEP, (tx) => insert(tx, id));
    let attempts = 0;
    const again = (repeatOn: string[]) =>
      transaction(
        db,
        STEP,
        async (tx) => {
          attempts++;
          await insert(tx, id);
        },
        repeatOn,
      ).catch(violatedConstraint);
    expect(await again(["outbox_pkey"])).toBe("request_pkey");
    expect(attempts).toBe(1);
    expect(await again(["request_pkey"])).toBe("request_pkey");
    expect(attempts).toBe(5);
  });

  test("whose work hides a failed statement is no success", async () => {
    const id = newId();
    const hidden = transaction(db, STEP, async (tx) => {
      await insert(tx, id);
      await raise(tx, "22000").catch(() => undefined);
    });
    await expect(hidden).rejects.toThrow("rolled back");
    expect(await exists(id)).toBe(false);
  });

  test("that loses its connection leaves nothing and keeps the process", async () => {
    const id = newId();
    const cut = transaction(db, STEP, async (tx) => {
      await insert(tx, id);
      await tx.$client.query(`SELECT pg_terminate_backend(pg_backend_pid())`);
    });
    await expect(cut).rejects.toThrow("terminat");
    expect(await exists(id)).toBe(false);
  });

  test("that finds its connection gone fails as unavailable, and the pool goes on", async () => {
    const cut = transaction(db, STEP, async (tx) => {
      const gone = once(tx.$client, "end");
      await tx.$client
        .query(`SELECT pg_terminate_backend(pg_backend_pid())`)
        .catch(() => undefined);
      await gone;
      await tx.$client.query(`SELECT 1`);
    });
    const failure = await cut.catch((error: unknown) => error);
    expect(translate(failure).code).toBe(Code.Unavailable);
    expect(db.$client.totalCount).toBe(db.$client.idleCount);
    await transaction(db, STEP, (tx) => tx.$client.query(`SELECT 1`));
  });

  test("that meets a standby takes another connection the next time", async () => {
    const backend = (tx: Tx) => tx.$client.query<{ pid: number }>(`SELECT pg_backend_pid() AS pid`);
    const pids: (number | undefined)[] = [];
    const refused = transaction(db, STEP, async (tx) => {
      pids.push((await backend(tx)).rows[0]?.pid);
      await tx.$client.query(`SET TRANSACTION READ ONLY`);
      await insert(tx, newId());
    });
    expect(await refused.catch(sqlState)).toBe("25006");
    const { rows } = await transaction(db, STEP, backend);
    expect(pids).not.toContain(rows[0]?.pid);
  });
});

/** Puts a proxy in front of Postgres for the test. `connected` wires the two ends of a connection. */
async function proxiedUrl(connected: (client: Socket, server: Socket) => void): Promise<URL> {
  const url = new URL(database.urlFor("tournament"));
  const upstreamPort = Number(url.port);
  const proxy = createServer((client) => {
    const server = connect(upstreamPort, "127.0.0.1");
    client.on("error", () => server.destroy());
    server.on("error", () => client.destroy());
    connected(client, server);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void proxy.close());
  await once(proxy, "listening");
  url.port = String((proxy.address() as AddressInfo).port);
  return url;
}

/** Opens a pool for the test. */
function openPool(url: URL | string, poolSize: number): Db {
  const own = openDatabase({ url: String(url), poolSize }, "test", log);
  onTestFinished(() => own.$client.end());
  return own;
}

test("is not ready on a read-only server, and closes its connection to it", async () => {
  const own = openPool(database.urlFor("tournament"), 1);
  const ready = databaseReady(own);
  await own.$client.query("SET default_transaction_read_only = on");
  expect(await ready()).toBe(false);
  expect(await ready()).toBe(true);
});

describe("a BEGIN that fails", () => {
  /** Opens a pool of one connection. Every BEGIN is a syntax error while `spoils` is true. */
  async function openSpoiled() {
    const spoiler = { spoils: true };
    const url = await proxiedUrl((client, server) => {
      server.pipe(client);
      client.on("end", () => server.end());
      client.on("data", (bytes: Buffer) => {
        const text = bytes.toString("latin1");
        server.write(spoiler.spoils ? text.replaceAll("BEGIN\0", "BEGUN\0") : text, "latin1");
      });
    });
    return { own: openPool(url, 1), spoiler };
  }

  test.for([
    ["transaction", (on: Db, write: (tx: Tx) => Promise<void>) => transaction(on, STEP, write)],
    [
      "readThenWrite",
      (on: Db, write: (tx: Tx) => Promise<void>) =>
        readThenWrite(on, STEP, { read: (tx) => tx.$client.query(`SELECT 1`), write }),
    ],
  ] as const)("leaves nothing of the work of a %s", async ([, work]) => {
    const { own, spoiler } = await openSpoiled();
    const ids = [newId(), newId()];
    const insertAll = () =>
      work(own, async (tx) => {
        for (const id of ids) await insert(tx, id);
      });
    expect(await insertAll().catch(sqlState)).toBe("42601");
    expect(await Promise.all(ids.map(exists))).toEqual([false, false]);
    spoiler.spoils = false;
    await insertAll();
    expect(await Promise.all(ids.map(exists))).toEqual([true, true]);
  });
});

test("a connection that ends as it changes hands ends no process", async () => {
  let held: Buffer[] | undefined;
  const answered = Promise.withResolvers<void>();
  // Answers that are held back arrive together with the farewell.
  const url = await proxiedUrl((client, server) => {
    client.pipe(server);
    server.on("data", (chunk: Buffer) => {
      if (held === undefined) return void client.write(chunk);
      held.push(chunk);
      answered.resolve();
    });
    server.on("end", () => {
      client.end(Buffer.concat(held ?? []));
      held = undefined;
    });
  });
  const own = openPool(url, 1);
  const { rows } = await own.$client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  held = [];
  const first = own.$client.query("SELECT 1");
  const next = own.$client.connect();
  await answered.promise;
  await administer(database.adminUrl, `SELECT pg_terminate_backend(${rows[0]?.pid ?? 0})`);
  expect((await first).rowCount).toBe(1);
  const session = await next;
  await expect(session.query("SELECT 1")).rejects.toThrow(/terminat|queryable/);
  session.release();
  expect((await own.$client.query("SELECT 1")).rowCount).toBe(1);
});

test("a database that falls silent fails what waits for it, and costs no connection", async () => {
  const sockets = new Set<Socket>();
  const url = await proxiedUrl((client, server) => {
    client.pipe(server).pipe(client);
    for (const socket of [client, server])
      sockets.add(
        socket.on("close", () => {
          client.destroy();
          server.destroy();
        }),
      );
  });
  // Sooner than in earnest, or this would take ten seconds.
  url.searchParams.set("query_timeout", "300");
  const own = openPool(url, 8);
  const eight = Array.from({ length: 8 }, (_, n) => n);
  const one = () => own.$client.query("SELECT 1");
  await Promise.all(eight.map(one));
  for (const socket of sockets) socket.pause();
  const waiting = eight.map((n) =>
    n % 2 === 0 ? one() : transaction(own, STEP, (tx) => tx.$client.query("SELECT 1")),
  );
  for (const result of await Promise.allSettled(waiting)) {
    if (result.status === "fulfilled") throw new Error("it was answered");
    expect(translate(result.reason).code).toBe(Code.Unavailable);
  }
  await expect.poll(() => own.$client.totalCount).toBe(0);
  expect((await one()).rowCount).toBe(1);
  expect(own.$client.totalCount).toBe(own.$client.idleCount);
});

/** Creates a role of the test's own, because all tests share those of the services. */
async function roleUrl(options: string): Promise<URL> {
  const username = `login_${newId().replaceAll("-", "")}`;
  await administer(database.adminUrl, `CREATE ROLE ${username} LOGIN PASSWORD 'old' ${options}`);
  onTestFinished(() => administer(database.adminUrl, `DROP ROLE ${username}`));
  return Object.assign(new URL(database.adminUrl), { username, password: "old" });
}

test.for([1, 2])("waits while others hold %i of its two connections", async (held) => {
  const url = await roleUrl("CONNECTION LIMIT 2");
  const others = openPool(url, held).$client;
  const taken = await Promise.all(Array.from({ length: held }, () => others.connect()));
  const own = openPool(url, 8).$client;
  const answers = Array.from({ length: 50 }, () => own.query("SELECT 1"));
  await expect.poll(() => own.options.max).toBe(1);
  if (held === 2) taken.pop()?.release(true);
  expect(await Promise.all(answers)).toHaveLength(50);
  taken.pop()?.release(true);
  await expect.poll(() => own.options.max).toBe(8);
});

test("while passwords are exchanged a service is away, and back once they agree", async () => {
  const url = await roleUrl("");
  url.password = "new";
  const own = openPool(url, 1);
  const failures: unknown[] = [];
  const service = await serveGames(async () => {
    await own.$client.query("SELECT 1").catch((error: unknown) => {
      failures.push(error);
      throw error;
    });
    return {};
  });
  expect(await codeOf(ask(service))).toBe(Code.Unavailable);
  // Settlements wait, rather than count it as a defect.
  expect(failures.map(isTransient)).toEqual([true]);
  await administer(database.adminUrl, `ALTER ROLE ${url.username} PASSWORD 'new'`);
  expect(await codeOf(ask(service))).toBeUndefined();
});
