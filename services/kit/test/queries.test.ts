import { minor, moment } from "@tms/kit/database/tables";
import { sqlState, violatedConstraint } from "@tms/kit/database/errors";
import { type Db, type Tx, over } from "@tms/kit/database/handle";
import { openDatabase } from "@tms/kit/database/pool";
import { prepared } from "@tms/kit/database/prepared";
import { rowsOf } from "@tms/kit/database/rows-of";
import { transaction } from "@tms/kit/database/transaction";
import { newId } from "@tms/kit/values/ids";
import { and, asc, eq, sql } from "drizzle-orm";
import { integer, snakeCase, text, uuid } from "drizzle-orm/pg-core";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { databaseOfFile } from "./database.ts";

const { database, log } = await databaseOfFile();

const seat = snakeCase.table("seat", {
  id: uuid().primaryKey(),
  holderName: text().notNull(),
  feeMinor: minor().notNull(),
  number: integer().notNull(),
  takenAt: moment().notNull().defaultNow(),
});

const seats = openDatabase({ url: database.adminUrl, poolSize: 4 }, "test", log);
await seats.$client.query(
  `CREATE TABLE seat (id uuid PRIMARY KEY, holder_name text NOT NULL,
     fee_minor bigint NOT NULL, number integer NOT NULL CONSTRAINT seat_number UNIQUE,
     taken_at timestamptz(3) NOT NULL DEFAULT now())`,
);
afterAll(() => seats.$client.end());
beforeEach(() => seats.$client.query("TRUNCATE seat"));

const anyone = { holderName: "ann", feeMinor: 5n };
const ids = Array.from({ length: 300 }, () => newId());
const fill = () => seats.insert(seat).values(ids.map((id, number) => ({ ...anyone, id, number })));

describe("a built query", () => {
  test("reads money and moments as a written one does", async () => {
    const [id = ""] = ids;
    const feeMinor = 9_007_199_254_740_993n;
    await seats.insert(seat).values({ ...anyone, feeMinor, id, number: 1 });
    const [built] = await seats.select().from(seat);
    const { rows } = await seats.$client.query(`SELECT fee_minor, taken_at FROM seat`);
    expect(built?.feeMinor).toBe(feeMinor);
    expect(rows).toEqual([{ fee_minor: built?.feeMinor, taken_at: built?.takenAt }]);
    expect(built?.takenAt).toBeInstanceOf(Date);
  });

  test("that fails tells its SQLSTATE and constraint", async () => {
    await fill();
    const again = seats.insert(seat).values({ ...anyone, id: newId(), number: 1 });
    const failure: unknown = await again.then(
      () => undefined,
      (error: unknown) => error,
    );
    expect([sqlState(failure), violatedConstraint(failure)]).toEqual(["23505", "seat_number"]);
  });
});

const [wanted, wantedRows] = rowsOf("wanted", { id: seat.id, number: seat.number });
const findWanted = prepared((on) =>
  on
    .select({ id: seat.id, wanted: wanted.number })
    .from(seat)
    .innerJoin(wanted, and(eq(wanted.id, seat.id), sql`${wanted.number} < 1000`))
    .orderBy(asc(seat.number)),
);

describe("a batch of rows", () => {
  test.each([0, 1, 300])("of %i is joined as a table, in one statement", async (count) => {
    await fill();
    const rows = ids.slice(0, count).map((id, index) => ({ id, number: index * 2 }));
    expect(await findWanted(seats, wantedRows(rows))).toEqual(
      rows.flatMap(({ id, number }) => (number < 1000 ? [{ id, wanted: number }] : [])),
    );
  });
});

test("queries are sent in the order in which their functions were called", async () => {
  const turn = { order: sql<number>`nextval('turn')::int` };
  const lock = prepared((on) => on.select(turn).from(seat).for("update"));
  const read = async (on: Tx) => await on.select(turn).from(seat);
  await seats.$client.query("CREATE SEQUENCE turn");
  await seats.insert(seat).values({ ...anyone, id: newId(), number: 1 });
  await transaction(seats, "wallet.post", async (tx) => {
    const sent = [lock(tx), read(tx), lock(tx), read(tx), read(tx), lock(tx)];
    const turns = (await Promise.all(sent)).map(([first]) => first?.order);
    expect(turns).toEqual([1, 2, 3, 4, 5, 6]);
  });
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
async function fetched(own: Db): Promise<bigint> {
  const tx = over(await own.$client.connect());
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

const fillPlaces = (own: Db, rows: number) =>
  own.$client.query("INSERT INTO place SELECT 1, n, n FROM generate_series(1, $1::int) AS n", [
    rows,
  ]);

test("a plan made while a table was empty goes as soon as the table has grown", async () => {
  const own = openDatabase({ url: database.adminUrl, poolSize: 1 }, "test", log);
  onTestFinished(() => own.$client.end());
  // Nothing but growth may have it planned anew.
  await own.$client.query(`${TABLE}; ALTER TABLE place SET (autovacuum_enabled = false)`);
  for (const round of ["never filled", "emptied again"]) {
    await own.$client.query("TRUNCATE place");
    await own.$client.query("VACUUM ANALYZE place");
    await find(own, 7);
    await fillPlaces(own, 20_000);
    await expect.poll(() => fetched(own), { message: round }).toBe(1n);
    expect((await find(own, 7)).rows).toEqual([{ rank: 7 }]);
  }
});
