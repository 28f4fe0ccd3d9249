import { randomUUID } from "node:crypto";
import type pg from "pg";
import { arrayLiteral } from "../fill/array-literal.ts";
import { runFor, type Throughput } from "./timed.ts";

const TABLES = `
  CREATE SCHEMA IF NOT EXISTS bare;
  CREATE TABLE IF NOT EXISTS bare.balance (
    id uuid PRIMARY KEY,
    balance bigint NOT NULL CHECK (balance >= 0)
  ) WITH (fillfactor = 50);
  CREATE TABLE IF NOT EXISTS bare.posting (
    id uuid PRIMARY KEY,
    debit uuid NOT NULL,
    credit uuid NOT NULL,
    amount bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`;

// An UPDATE changes a row once, so amounts are added up per account first.
const TRANSFER = `
  WITH item AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS item (id, debit, credit)
  ), posted AS (
    INSERT INTO bare.posting (id, debit, credit, amount) SELECT id, debit, credit, 1 FROM item
  ), delta AS (
    SELECT id, sum(amount) AS amount
    FROM (SELECT debit AS id, -1 AS amount FROM item UNION ALL SELECT credit, 1 FROM item) AS side
    GROUP BY id
  )
  UPDATE bare.balance SET balance = balance + delta.amount FROM delta WHERE balance.id = delta.id`;

const BATCH = 1_000;

/**
 * Transfers among so many accounts without a service, on bare tables, by one connection: half of
 * the accounts pay in turn, and each statement pays another one of the other half.
 */
export async function bareTransfers(db: pg.Pool, accounts: number) {
  await db.query(TABLES);
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO bare.balance (id, balance)
     SELECT gen_random_uuid(), 1000000000 FROM generate_series(1, $1) RETURNING id`,
    [accounts],
  );
  const ids = rows.map((row) => row.id);
  let at = 0;
  const list = (pick: (index: number) => string) =>
    arrayLiteral(Array.from({ length: BATCH }, (_, index) => pick(index)));
  const half = ids.length / 2;
  const account = (index: number) => ids[index] ?? "";

  async function prepare(): Promise<string[]> {
    const first = at;
    at += BATCH;
    const payee = account(half + ((first / BATCH) % half));
    return [
      list(() => randomUUID()),
      list((index) => account((first + index) % half)),
      list(() => payee),
    ];
  }

  async function run(values: string[]): Promise<number> {
    await db.query({ name: "bare-transfers", text: TRANSFER, values });
    return BATCH;
  }

  return (seconds: number, postgresPid: number): Promise<Throughput> =>
    runFor(seconds, postgresPid, { prepare, run });
}
