import { once } from "node:events";
import { type AddressInfo, type Server, type Socket, connect, createServer } from "node:net";
import { Code } from "@connectrpc/connect";
import { administer } from "@tms/kit/database/admin";
import { sqlState, violatedConstraint } from "@tms/kit/database/errors";
import type { Db, Tx } from "@tms/kit/database/handle";
import { openDatabase } from "@tms/kit/database/pool";
import { atOneMoment, readThenWrite, transaction } from "@tms/kit/database/transaction";
import { isTransient } from "@tms/kit/errors/transient";
import { translate } from "@tms/kit/rpc/interceptors";
import { newId } from "@tms/kit/values/ids";
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

describe("reading at one moment", () => {
  test("sees nothing that is committed meanwhile, and can write nothing", async () => {
    const [before, meanwhile] = [newId(), newId()];
    await transaction(db, STEP, (tx) => insert(tx, before));
    const count = async (tx: Tx) =>
      (await tx.$client.query(`SELECT FROM request WHERE id = ANY($1)`, [[before, meanwhile]]))
        .rowCount;
    const seen = await atOneMoment(db, async (tx) => {
      const first = await count(tx);
      await transaction(db, STEP, (other) => insert(other, meanwhile));
      return [first, await count(tx)];
    });
    expect(seen).toEqual([1, 1]);
    const writing = atOneMoment(db, (tx) => insert(tx, newId()));
    // read_only_sql_transaction
    expect(await writing.catch(sqlState)).toBe("25006");
    expect(await atOneMoment(db, count)).toBe(2);
  });
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

/** Stands before Postgres; while `spoils` it makes a syntax error of every BEGIN. */
async function startSpoiler(upstreamPort: number) {
  const spoiler = { spoils: true, port: 0, close: () => void server.close() };
  const server = createServer((client) => {
    const upstream = connect(upstreamPort, "127.0.0.1");
    client.on("error", () => upstream.destroy());
    upstream.on("error", () => client.destroy());
    upstream.pipe(client);
    client.on("end", () => upstream.end());
    client.on("data", (bytes: Buffer) => {
      const text = bytes.toString("latin1");
      upstream.write(spoiler.spoils ? text.replaceAll("BEGIN\0", "BEGUN\0") : text, "latin1");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  spoiler.port = (server.address() as AddressInfo).port;
  return spoiler;
}

const WAYS = {
  transaction: (on: Db, write: (tx: Tx) => Promise<void>) => transaction(on, "game.create", write),
  readThenWrite: (on: Db, write: (tx: Tx) => Promise<void>) =>
    readThenWrite(on, "game.create", { read: (tx) => tx.$client.query(`SELECT 1`), write }),
};

/** Works on a database, by one connection, whose every BEGIN fails while the spoiler spoils. */
async function withSpoiler(
  work: (own: Db, spoiler: { spoils: boolean }) => Promise<void>,
): Promise<void> {
  const url = new URL(database.urlFor("tournament"));
  const spoiler = await startSpoiler(Number(url.port));
  url.port = String(spoiler.port);
  const own = openDatabase({ url: url.href, poolSize: 1 }, "test", log);
  try {
    await work(own, spoiler);
  } finally {
    await own.$client.end();
    spoiler.close();
  }
}

test.for(["transaction", "readThenWrite"] as const)(
  "a %s that cannot begin leaves nothing of its work",
  (way) =>
    withSpoiler(async (own, spoiler) => {
      const ids = [newId(), newId()];
      const insertAll = () =>
        WAYS[way](own, async (tx) => {
          for (const id of ids)
            await tx.$client.query(`INSERT INTO request (id, fingerprint) VALUES ($1, '')`, [id]);
        });
      const written = async () =>
        (await own.$client.query(`SELECT 1 FROM request WHERE id = ANY($1::uuid[])`, [ids]))
          .rowCount;
      expect(await insertAll().catch(sqlState)).toBe("42601");
      expect(await written()).toBe(0);
      spoiler.spoils = false;
      await insertAll();
      expect(await written()).toBe(2);
    }),
);

test("what is read beside a BEGIN that fails ends before the connection is given back", () =>
  withSpoiler(async (own) => {
    let reads = 0;
    let givenBack = false;
    own.$client.on("release", () => void (givenBack = true));
    const read = async (tx: Tx) => {
      for (; reads < 3; reads++) {
        await tx.$client.query(`SELECT 1`);
        expect(givenBack).toBe(false);
      }
    };
    const write = () => expect.unreachable("nothing has begun");
    const work = readThenWrite(own, "game.create", { read, write });
    expect(await work.catch(sqlState)).toBe("42601");
    expect(reads).toBe(3);
  }));

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
  const own = openDatabase(config, "test", log);
  try {
    const { rows } = await own.$client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    relay.hold();
    const first = own.$client.query("SELECT 1");
    const next = own.$client.connect();
    await relay.answered;
    await administer(database.adminUrl, `SELECT pg_terminate_backend(${rows[0]?.pid ?? 0})`);
    expect((await first).rowCount).toBe(1);
    const session = await next;
    await expect(session.query("SELECT 1")).rejects.toThrow(/terminat|queryable/);
    session.release();
    expect((await own.$client.query("SELECT 1")).rowCount).toBe(1);
  } finally {
    await own.$client.end();
    relay.close();
  }
});

const POOL_SIZE = 8;

const sockets = new Set<Socket>();

/** Carries bytes to the database and back, until it is told to hold them. */
function createLine(target: URL): Server {
  return createServer((near) => {
    const far = connect({ host: target.hostname, port: Number(target.port) });
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

test("a database that falls silent fails what waits for it, and costs no connection", async () => {
  const url = new URL(database.urlFor("tournament"));
  const line = createLine(new URL(url)).listen(0, "127.0.0.1");
  onTestFinished(() => void line.close());
  await once(line, "listening");
  url.port = String((line.address() as AddressInfo).port);
  // Sooner than in earnest, or this would take ten seconds.
  url.searchParams.set("query_timeout", "300");
  const own = openDatabase({ url: url.href, poolSize: POOL_SIZE }, "test", log);
  onTestFinished(() => own.$client.end());
  const one = () => own.$client.query("SELECT 1");
  await Promise.all(Array.from({ length: POOL_SIZE }, one));
  for (const socket of sockets) socket.pause();
  const waiting = Array.from({ length: POOL_SIZE }, (_, i) =>
    i % 2 === 0 ? one() : transaction(own, "game.create", (tx) => tx.$client.query("SELECT 1")),
  );
  for (const result of await Promise.allSettled(waiting)) {
    if (result.status === "fulfilled") throw new Error("it was answered");
    expect(translate(result.reason).code).toBe(Code.Unavailable);
  }
  await expect.poll(() => own.$client.totalCount).toBe(0);
  expect((await one()).rowCount).toBe(1);
  expect(own.$client.totalCount).toBe(own.$client.idleCount);
});

// A role of its own: those of the services belong to all tests of the run.
const role = `login_${newId().replaceAll("-", "")}`;
const setPassword = (password: string) =>
  administer(database.adminUrl, `ALTER ROLE ${role} PASSWORD '${password}'`);

test("while passwords are exchanged a service is away, and back once they agree", async () => {
  await administer(database.adminUrl, `CREATE ROLE ${role} LOGIN PASSWORD 'old'`);
  onTestFinished(() => administer(database.adminUrl, `DROP ROLE ${role}`));
  const url = Object.assign(new URL(database.adminUrl), { username: role, password: "new" }).href;
  const own = openDatabase({ url, poolSize: 1 }, "test", log);
  onTestFinished(() => own.$client.end());
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
  await setPassword("new");
  expect(await codeOf(ask(service))).toBeUndefined();
});
