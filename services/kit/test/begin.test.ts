import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "@tms/kit/database/pool";
import { sqlState } from "@tms/kit/database/errors";
import type { Db, Tx } from "@tms/kit/database/handle";
import { newId } from "@tms/kit/values/ids";
import { createLogger } from "@tms/kit/process/log";
import { testDatabase, type TestDatabase } from "@tms/kit/testing/database";
import { readThenWrite, transaction } from "@tms/kit/database/transaction";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

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
  transaction: (db: Db, write: (tx: Tx) => Promise<void>) => transaction(db, "game.create", write),
  readThenWrite: (db: Db, write: (tx: Tx) => Promise<void>) =>
    readThenWrite(db, "game.create", { read: (tx) => tx.$client.query(`SELECT 1`), write }),
};

/** Works on a database, by one connection, whose every BEGIN fails while the spoiler spoils. */
async function withSpoiler(
  work: (db: Db, spoiler: { spoils: boolean }) => Promise<void>,
): Promise<void> {
  const url = new URL(database.urlFor("tournament"));
  const spoiler = await startSpoiler(Number(url.port));
  url.port = String(spoiler.port);
  const db = openDatabase({ url: url.href, poolSize: 1 }, "test", createLogger("test", "silent"));
  try {
    await work(db, spoiler);
  } finally {
    await db.$client.end();
    spoiler.close();
  }
}

test.for(["transaction", "readThenWrite"] as const)(
  "a %s that cannot begin leaves nothing of its work",
  (way) =>
    withSpoiler(async (db, spoiler) => {
      const ids = [newId(), newId()];
      const insertAll = () =>
        WAYS[way](db, async (tx) => {
          for (const id of ids)
            await tx.$client.query(`INSERT INTO request (id, fingerprint) VALUES ($1, '')`, [id]);
        });
      const written = async () =>
        (await db.$client.query(`SELECT 1 FROM request WHERE id = ANY($1::uuid[])`, [ids]))
          .rowCount;
      expect(await insertAll().catch(sqlState)).toBe("42601");
      expect(await written()).toBe(0);
      spoiler.spoils = false;
      await insertAll();
      expect(await written()).toBe(2);
    }),
);

test("what is read beside a BEGIN that fails ends before the connection is given back", () =>
  withSpoiler(async (db) => {
    let reads = 0;
    let givenBack = false;
    db.$client.on("release", () => void (givenBack = true));
    const read = async (tx: Tx) => {
      for (; reads < 3; reads++) {
        await tx.$client.query(`SELECT 1`);
        expect(givenBack).toBe(false);
      }
    };
    const write = () => expect.unreachable("nothing has begun");
    const work = readThenWrite(db, "game.create", { read, write });
    expect(await work.catch(sqlState)).toBe("42601");
    expect(reads).toBe(3);
  }));
