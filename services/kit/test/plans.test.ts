import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "@tms/kit/database/pool";
import { over, type Db, type Tx } from "@tms/kit/database/handle";
import { createLogger } from "@tms/kit/process/log";
import { testDatabase, type TestDatabase } from "@tms/kit/testing/database";

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = openDatabase(
    { url: database.adminUrl, poolSize: 1 },
    "test",
    createLogger("test", "silent"),
  );
});
afterAll(async () => {
  await db?.$client.end();
  await database?.drop();
});

// Two indexes begin alike, and only one of them finds a row.
const TABLE = `CREATE TABLE place (tournament integer, gamer integer, rank integer);
  CREATE INDEX place_gamer_idx ON place (tournament, gamer);
  CREATE INDEX place_rank_idx ON place (tournament, rank)`;

const find = (queryable: Db | Tx, gamer: number) =>
  queryable.$client.query<{ rank: number }>({
    name: "find-place",
    text: "SELECT rank FROM place WHERE tournament = 1 AND gamer = $1",
    values: [gamer],
  });

/** How many rows a look-up fetches, with the plan its connection has for it. */
async function fetched(): Promise<bigint> {
  const tx = over(await db.$client.connect());
  try {
    await tx.$client.query("BEGIN");
    await find(tx, 7);
    const { rows } = await tx.$client.query<{ fetched: bigint }>(
      "SELECT idx_tup_fetch AS fetched FROM pg_stat_xact_user_tables WHERE relid = 'place'::regclass",
    );
    return rows[0]?.fetched ?? 0n;
  } finally {
    await tx.$client.query("ROLLBACK");
    tx.$client.release();
  }
}

const fill = (rows: number) =>
  db.$client.query("INSERT INTO place SELECT 1, n, n FROM generate_series(1, $1::int) AS n", [
    rows,
  ]);

test("a plan made while a table was empty goes as soon as the table has grown", async () => {
  // Nothing but growth may have it planned anew.
  await db.$client.query(`${TABLE}; ALTER TABLE place SET (autovacuum_enabled = false)`);
  for (const round of ["never filled", "emptied again"]) {
    await db.$client.query("TRUNCATE place");
    await db.$client.query("VACUUM ANALYZE place");
    await find(db, 7);
    await fill(20_000);
    await expect.poll(fetched, { message: round }).toBe(1n);
    expect((await find(db, 7)).rows).toEqual([{ rank: 7 }]);
  }
});
