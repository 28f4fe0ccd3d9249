import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { newId } from "@tms/kit/values/ids";
import type pg from "pg";
import { from } from "pg-copy-streams";
import { CURRENCY } from "../fill/accounts.ts";
import { FEE_MINOR } from "../fill/tournaments.ts";
import type { Throughput } from "./timed.ts";

const COLUMNS =
  "id, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind, reference_id";

const BARE_TABLE = `
  CREATE SCHEMA IF NOT EXISTS bare;
  CREATE TABLE IF NOT EXISTS bare.payout (
    id uuid PRIMARY KEY,
    game_id uuid NOT NULL,
    currency text NOT NULL,
    debit_account_id uuid NOT NULL,
    credit_account_id uuid NOT NULL,
    amount_minor bigint NOT NULL,
    kind wallet.transfer_kind NOT NULL,
    reference_id uuid
  )`;

const CHUNK = 1_000;

/** Transfer rows by one COPY: into a table with nothing but a primary key. */
export async function copyIntoBareTable(db: pg.Pool, rows: number): Promise<Throughput> {
  await db.query(BARE_TABLE);
  await db.query("TRUNCATE bare.payout");
  return await copy(db, `COPY bare.payout (${COLUMNS}) FROM STDIN`, rows);
}

/**
 * Copies into the product's own table with its indexes and constraints, but without the
 * trigger: no balance moves.
 */
export async function copyIntoOwnTable(db: pg.Pool, rows: number): Promise<Throughput> {
  await db.query("SET session_replication_role = replica");
  try {
    return await copy(db, `COPY wallet.transfer (${COLUMNS}) FROM STDIN`, rows);
  } finally {
    await db.query("RESET session_replication_role");
  }
}

async function copy(db: pg.Pool, statement: string, rows: number): Promise<Throughput> {
  const chunks = renderChunks(rows);
  const client = await db.connect();
  try {
    const begunAt = performance.now();
    await pipeline(Readable.from(chunks), client.query(from(statement)));
    return { rows, seconds: (performance.now() - begunAt) / 1_000, cpuMicros: undefined };
  } finally {
    client.release();
  }
}

function renderChunks(rows: number): string[] {
  const [gameId, pool, tournament] = [newId(), randomUUID(), newId()];
  const row = () =>
    [newId(), gameId, CURRENCY, pool, randomUUID(), FEE_MINOR, "payout", tournament].join("\t") +
    "\n";
  return Array.from({ length: Math.ceil(rows / CHUNK) }, (_, chunk) =>
    Array.from({ length: Math.min(CHUNK, rows - chunk * CHUNK) }, row).join(""),
  );
}
