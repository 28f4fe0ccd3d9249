import { sql, type SQL } from "drizzle-orm";
import { QueryBuilder, type PgColumn, type SubqueryWithSelection } from "drizzle-orm/pg-core";
import { arrayLiteral } from "./array-literal.ts";
import type { Values } from "./prepared.ts";

type Columns = Readonly<Record<string, PgColumn>>;

export type RowOf<C extends Columns> = {
  readonly [K in keyof C]: C[K]["_"]["data"] | (C[K]["_"]["notNull"] extends true ? never : null);
};

type Selection<C extends Columns> = { [K in keyof C & string]: SQL.Aliased<C[K]["_"]["data"]> };

/** A table of values that are sent with a query, and the function that returns its parameters. */
export type RowsOf<C extends Columns, A extends string> = readonly [
  table: SubqueryWithSelection<Selection<C>, A>,
  valuesOf: (rows: readonly RowOf<C>[]) => Values,
];

/**
 * Returns a table that a query can join, and the function that converts rows to the query's parameters. Each
 * column is one array parameter, so the query has the same text for any number of rows.
 */
export function rowsOf<const A extends string, C extends Columns>(
  alias: A,
  columns: C,
): RowsOf<C, A> {
  const entries = Object.entries(columns);
  const arrays = entries.map(
    ([key, column]) =>
      sql`${sql.placeholder(`${alias}.${key}`)}::${sql.raw(column.getSQLType())}[]`,
  );
  const names = entries.map(([, column]) => sql.identifier(column.name));
  const fields = Object.fromEntries(
    entries.map(([key, column]) => [
      key,
      sql`given.${sql.identifier(column.name)}`.mapWith(column).as(column.name),
    ]),
  );
  const given = sql`unnest(${sql.join(arrays, sql`, `)}) AS given (${sql.join(names, sql`, `)})`;
  const table = new QueryBuilder().select(fields).from(given).as(alias);
  return [
    table as unknown as SubqueryWithSelection<Selection<C>, A>,
    (rows) =>
      Object.fromEntries(
        entries.map(([key, column]) => [
          `${alias}.${key}`,
          arrayOf(
            column,
            rows.map((row) => row[key]),
          ),
        ]),
      ),
  ];
}

/** Returns the SQL list of columns, each with its key in `columns` as its alias. */
export const columnList = (columns: Columns): string =>
  Object.entries(columns)
    .map(([key, { name }]) => `${name} AS "${key}"`)
    .join(", ");

export const oneOf = <T extends PgColumn>(
  column: T,
  values: readonly T["_"]["data"][] | SQL.Aliased | ReturnType<typeof sql.placeholder>,
): SQL => {
  const array = Array.isArray(values) ? sql.param(arrayOf(column, values)) : values;
  return sql`${column} = any(${array}::${sql.raw(column.getSQLType())}[])`;
};

// The types of {@link arrayLiteral}. The driver quotes values of other types.
const UNQUOTED = new Set(["uuid", "smallint", "integer", "bigint"]);

export const arrayOf = (column: PgColumn, values: readonly unknown[]): unknown =>
  UNQUOTED.has(column.getSQLType()) && !values.includes(null)
    ? arrayLiteral(values as readonly (string | number | bigint)[])
    : values;

export const first = async <T>(query: PromiseLike<readonly T[]>): Promise<T | undefined> =>
  (await query)[0];

/** Returns the first row of a query. Throws an error with the message `fault` if there is none. */
export async function sole<T>(query: PromiseLike<readonly T[]>, fault: string): Promise<T> {
  const row = await first(query);
  if (row === undefined) throw new Error(fault);
  return row;
}
