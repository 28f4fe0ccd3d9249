import { getColumns, sql, type SQL } from "drizzle-orm";
import { arrayOf } from "@tms/kit/database/rows-of";
import { eventOut, payment, payout, settlement } from "./tables.ts";

// A name means the same in all tables that have it.
const COLUMNS = {
  ...getColumns(eventOut),
  ...getColumns(payment),
  ...getColumns(payout),
  ...getColumns(settlement),
};

/** Names of columns. A statement receives their values for many rows. */
export type Key = keyof typeof COLUMNS;

export const toNames = (keys: readonly Key[]): SQL =>
  sql.join(
    keys.map((key) => sql.identifier(COLUMNS[key].name)),
    sql`, `,
  );

/**
 * SQL: rows as a table `given`. Each column is one array parameter, so a statement has the same text, and
 * is planned once, for any number of rows.
 */
export function given<K extends Key>(
  keys: readonly K[],
  rows: readonly Readonly<Record<K, unknown>>[],
): SQL {
  const arrays = keys.map((key) => {
    const values = arrayOf(
      COLUMNS[key],
      rows.map((row) => row[key]),
    );
    return sql`${sql.param(values)}::${sql.raw(COLUMNS[key].getSQLType())}[]`;
  });
  return sql`unnest(${sql.join(arrays, sql`, `)}) AS given (${toNames(keys)})`;
}

/**
 * Returns the changed row of each input. If workers send the same change, only the first of them has made
 * it, so only the first gets the row.
 */
export function toResults<T extends { tournamentId: string }>(
  inputs: readonly { tournamentId: string }[],
  rows: readonly T[],
): (T | undefined)[] {
  const byId = new Map(rows.map((row) => [row.tournamentId, row]));
  return inputs.map(({ tournamentId }) => {
    const row = byId.get(tournamentId);
    byId.delete(tournamentId);
    return row;
  });
}
