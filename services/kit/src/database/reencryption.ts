import type { Logger } from "../process/log.ts";
import { startLoop, type Loop } from "../process/loop.ts";
import { traced } from "../process/fault-points.ts";
import { decrypt, encrypt, markOf, type Keyring } from "../values/keyring.ts";
import type { Db } from "./handle.ts";
import { queryRows } from "./rows-of.ts";

/** A column of values that {@link encrypt} encrypted with the id of their row as additional data. */
export interface EncryptedColumn {
  table: string;
  column: string;
}

interface EncryptedRow {
  id: string;
  encrypted: Buffer;
}

// Small, because old and new replicas undo each other's work while a new order of keys is rolled out.
const BATCH = 500;
const EVERY_MS = 60_000;

/**
 * Creates background work that encrypts stored values again with the first key. When no value is encrypted
 * with another key, logs the ids of the other keys. An operator can then remove these keys. Each value has a
 * separate write, which is skipped if the value has changed. Needs the right to update the columns.
 */
export function createReencryption(
  db: Db,
  log: Logger,
  keys: Keyring,
  columns: readonly EncryptedColumn[],
) {
  const [first, ...others] = keys;
  let isDone = false;

  async function reencryptBatch(column: EncryptedColumn) {
    const rows = await listEncrypted(db, column, others.map(markOf));
    let reencrypted = 0;
    for (const row of rows) if (await reencrypt(db, log, keys, column, row)) reencrypted += 1;
    return { found: rows.length, reencrypted };
  }

  return {
    async runOnce(): Promise<void> {
      if (others.length === 0) return;
      const batches = await Promise.all(columns.map(reencryptBatch));
      const reencrypted = batches.reduce((sum, batch) => sum + batch.reencrypted, 0);
      if (reencrypted > 0)
        log.info(
          { resealed: reencrypted, key: first.id },
          "re-encrypted stored secrets with the first key",
        );
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

const listEncrypted = (db: Db, { table, column }: EncryptedColumn, marks: readonly Buffer[]) =>
  queryRows<EncryptedRow>(db, {
    text: `SELECT id, ${column} AS encrypted FROM ${table}
      WHERE EXISTS (SELECT FROM unnest($1::bytea[]) AS mark
        WHERE substring(${column} FROM 1 FOR octet_length(mark)) = mark)
      LIMIT $2`,
    values: [marks, BATCH],
  });

/** Stores a value encrypted with the first key. Returns false if it was changed or cannot be decrypted. */
async function reencrypt(
  db: Db,
  log: Logger,
  keys: Keyring,
  { table, column }: EncryptedColumn,
  { id, encrypted }: EncryptedRow,
): Promise<boolean> {
  let plain: Buffer | undefined;
  try {
    plain = decrypt(keys, encrypted, id);
  } catch (error) {
    // The failure is only logged, so that one corrupt value does not prevent the work on other values.
    log.error({ err: error, table, column, id }, "a stored secret cannot be decrypted");
  }
  if (plain === undefined) return false;
  const text = `UPDATE ${table} SET ${column} = $3 WHERE id = $1 AND ${column} = $2`;
  const values = [id, encrypted, encrypt(keys, plain, id)];
  const { rowCount } = await traced("resealing.store", () => db.$client.query(text, values));
  return rowCount === 1;
}
