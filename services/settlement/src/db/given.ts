import { getColumns, sql, type SQL } from "drizzle-orm";
import { arrayOf } from "@tms/kit/database/rows-of";
import { eventOut, payment, payout, settlement } from "./tables.ts";

// All columns by name. A column name has the same meaning and type in all of these tables.
const COLUMNS = {
  ...getColumns(eventOut),
  ...getColumns(payment),
  ...getColumns(payout),
  ...getColumns(settlement),
};

/** The name of a column that {@link given} accepts. */
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
 * Returns the changed row of each input, or undefined if an input has changed no row. If workers send the
 * same change, only the first input gets the row, because the row was changed once.
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
