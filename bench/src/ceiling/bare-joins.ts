import { randomUUID } from "node:crypto";
import type pg from "pg";
import { arrayLiteral } from "../fill/array-literal.ts";
import { runFor, type Throughput } from "./timed.ts";

// Nothing but what a paid join cannot do without: a transfer, an entry, two balances, and the
// constraints that make them true.
const TABLES = `
  CREATE SCHEMA IF NOT EXISTS bare;
  CREATE TABLE IF NOT EXISTS bare.account (
    id uuid PRIMARY KEY,
    balance bigint NOT NULL CHECK (balance >= 0)
  ) WITH (fillfactor = 50);
  CREATE TABLE IF NOT EXISTS bare.transfer (
    id uuid PRIMARY KEY,
    debit uuid NOT NULL,
    credit uuid NOT NULL,
    amount bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE IF NOT EXISTS bare.entry (
    id uuid PRIMARY KEY,
    tournament_id uuid NOT NULL,
    gamer_id uuid NOT NULL,
    UNIQUE (tournament_id, gamer_id)
  )`;

const JOIN = `
  WITH debited AS (
    UPDATE bare.account SET balance = balance - 1
    WHERE id = ANY($1::uuid[]) AND balance >= 1 RETURNING id
  ), credited AS (
    UPDATE bare.account SET balance = balance + (SELECT count(*) FROM debited) WHERE id = $2
  ), posted AS (
    INSERT INTO bare.transfer (id, debit, credit, amount)
    SELECT transfer_id, payer, $2, 1 FROM unnest($3::uuid[], $1::uuid[]) AS item (transfer_id, payer)
  )
  INSERT INTO bare.entry (id, tournament_id, gamer_id)
  SELECT entry_id, $2, payer FROM unnest($4::uuid[], $1::uuid[]) AS item (entry_id, payer)`;

const BATCH = 1_000;

/**
 * Joins without a service, on bare tables: one statement per thousand, by one connection. Every
 * pass over the gamers fills another tournament.
 */
export async function bareJoins(db: pg.Pool, gamers: number) {
  await db.query(TABLES);
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO bare.account (id, balance)
     SELECT gen_random_uuid(), 1000000000 FROM generate_series(1, $1) RETURNING id`,
    [Math.ceil(gamers / BATCH) * BATCH],
  );
  const ids = rows.map((row) => row.id);
  let at = 0;
  let pool = "";

  async function prepare(): Promise<string[]> {
    if (at === 0) {
      pool = randomUUID();
      await db.query(`INSERT INTO bare.account (id, balance) VALUES ($1, 0)`, [pool]);
    }
    const payers = ids.slice(at, at + BATCH);
    at = (at + BATCH) % ids.length;
    const fresh = () => arrayLiteral(payers.map(() => randomUUID()));
    return [arrayLiteral(payers), pool, fresh(), fresh()];
  }

  async function run(values: string[]): Promise<number> {
    await db.query({ name: "bare-joins", text: JOIN, values });
    return BATCH;
  }

  return (seconds: number, postgresPid: number): Promise<Throughput> =>
    runFor(seconds, postgresPid, { prepare, run });
}
