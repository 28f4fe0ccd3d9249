import type { Logger } from "../process/log.ts";
import { startLoop, type Loop } from "../process/loop.ts";
import { traced } from "../process/fault-points.ts";
import { markOf, open, seal, type Keyring } from "../values/keyring.ts";
import type { Db } from "./handle.ts";
import { queryRows } from "./rows-of.ts";

/** A column of values that {@link seal} encrypted with the id of their row as additional data. */
export interface SealedColumn {
  table: string;
  column: string;
}

interface SealedRow {
  id: string;
  sealed: Buffer;
}

// Small, because old and new replicas undo each other's work while a new order of keys is rolled out.
const BATCH = 500;
const EVERY_MS = 60_000;

/**
 * Creates background work that encrypts stored values again with the first key. When no value is encrypted
 * with another key, logs the ids of the other keys. An operator can then remove these keys. Each value has a
 * separate write, which is skipped if the value has changed. Needs the right to update the columns.
 */
export function createResealing(
  db: Db,
  log: Logger,
  keys: Keyring,
  columns: readonly SealedColumn[],
) {
  const [first, ...others] = keys;
  let isDone = false;

  async function resealBatch(column: SealedColumn) {
    const rows = await listSealed(db, column, others.map(markOf));
    let resealed = 0;
    for (const row of rows) if (await reseal(db, log, keys, column, row)) resealed += 1;
    return { found: rows.length, resealed };
  }

  return {
    async runOnce(): Promise<void> {
      if (others.length === 0) return;
      const batches = await Promise.all(columns.map(resealBatch));
      const resealed = batches.reduce((sum, batch) => sum + batch.resealed, 0);
      if (resealed > 0)
        log.info({ resealed, key: first.id }, "re-encrypted stored secrets with the first key");
      const wasDone = isDone;
      isDone = batches.every(({ found }) => found === 0);
      const ids = others.map(({ id }) => id);
      if (isDone && !wasDone)
        log.info({ keys: ids }, "no stored secret is encrypted with these keys");
    },
    start(): Loop {
      return startLoop("resealing", EVERY_MS, () => this.runOnce(), log);
    },
  };
}

const listSealed = (db: Db, { table, column }: SealedColumn, marks: readonly Buffer[]) =>
  queryRows<SealedRow>(db, {
    text: `SELECT id, ${column} AS sealed FROM ${table}
      WHERE EXISTS (SELECT FROM unnest($1::bytea[]) AS mark
        WHERE substring(${column} FROM 1 FOR octet_length(mark)) = mark)
      LIMIT $2`,
    values: [marks, BATCH],
  });

/** Stores a value encrypted with the first key. Returns false if it was changed or cannot be decrypted. */
async function reseal(
  db: Db,
  log: Logger,
  keys: Keyring,
  { table, column }: SealedColumn,
  { id, sealed }: SealedRow,
): Promise<boolean> {
  let plain: Buffer | undefined;
  try {
    plain = open(keys, sealed, id);
  } catch (error) {
    // The failure is only logged, so that one corrupt value does not prevent the work on other values.
    log.error({ err: error, table, column, id }, "a stored secret cannot be decrypted");
  }
  if (plain === undefined) return false;
  const text = `UPDATE ${table} SET ${column} = $3 WHERE id = $1 AND ${column} = $2`;
  const values = [id, sealed, seal(keys, plain, id)];
  const { rowCount } = await traced("resealing.store", () => db.$client.query(text, values));
  return rowCount === 1;
}
