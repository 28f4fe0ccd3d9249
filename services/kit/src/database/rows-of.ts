import { getTableName, sql, type SQL } from "drizzle-orm";
import {
  QueryBuilder,
  type PgColumn,
  type PgTable,
  type SubqueryWithSelection,
} from "drizzle-orm/pg-core";
import type pg from "pg";
import { arrayLiteral, type Unquoted } from "./array-literal.ts";
import type { Queryable } from "./handle.ts";
import type { Values } from "./prepared.ts";

type Columns = Readonly<Record<string, PgColumn>>;

// A bigint column also accepts a number, if the number is a safe integer.
type Sent<D> = D extends bigint
  ? bigint | number
  : D extends readonly bigint[]
    ? readonly (bigint | number)[]
    : D;

export type RowOf<C extends Columns> = {
  readonly [K in keyof C]:
    | Sent<C[K]["_"]["data"]>
    | (C[K]["_"]["notNull"] extends true ? never : null);
};

type Selection<C extends Columns> = { [K in keyof C & string]: SQL.Aliased<C[K]["_"]["data"]> };

/**
 * Returns a table that a query can join, and the function that converts rows to the query's parameters. Each
 * column is one array parameter, so the query has the same text for any number of rows.
 */
export function rowsOf<const A extends string, C extends Columns>(alias: A, columns: C) {
  const entries = Object.entries(columns);
  const arrays = entries.map(
    ([key, column]) =>
      sql`${sql.placeholder(`${alias}.${key}`)}::${sql.raw(column.getSQLType())}[]`,
  );
  const names = entries.map(([, column]) => sql.identifier(column.name));
  const fields = entries.map(([key, column]) => [
    key,
    sql`given.${sql.identifier(column.name)}`.mapWith(column).as(column.name),
  ]);
  const unnested = sql`unnest(${sql.join(arrays, sql`, `)}) AS given (${sql.join(names, sql`, `)})`;
  const selection = Object.fromEntries(fields) as Selection<C>;
  const table = new QueryBuilder().select(selection).from(unnested).as(alias);
  const valuesOf = (rows: readonly RowOf<C>[]): Values => {
    const toArray = (key: string) => rows.map((row) => row[key]);
    return Object.fromEntries(
      entries.map(([key, column]) => [`${alias}.${key}`, arrayOf(column, toArray(key))]),
    );
  };
  return [table as unknown as SubqueryWithSelection<Selection<C>, A>, valuesOf] as const;
}

/**
 * Returns the parts of a handwritten statement that sends rows: the names of the columns, the query that
 * reads the rows, and the function that converts rows to parameters. The parameters begin at $1. Each column
 * is one array parameter, so the text does not depend on the number of rows. A list is sent as text, because
 * the lists of an array parameter must have equal lengths.
 */
export function given<C extends Columns>(columns: C) {
  const all = Object.values(columns);
  const types = all.map((column) => (column.dimensions > 0 ? "text" : column.getSQLType()));
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`).join(", ");
  const selected = all.map((column) =>
    column.dimensions > 0 ? `${column.name}::${column.getSQLType()}[]` : column.name,
  );
  const names = all.map((column) => column.name).join(", ");
  return {
    names,
    rows: `SELECT ${selected.join(", ")} FROM unnest(${arrays}) AS given (${names})`,
    toValues: (rows: readonly RowOf<C>[]): unknown[] =>
      Object.entries(columns).map(([key, column]) => {
        const values = rows.map((row) => row[key]);
        return arrayOf(
          column,
          column.dimensions > 0 ? (values as Unquoted[][]).map(arrayLiteral) : values,
        );
      }),
  };
}

/** Creates the function that inserts rows, if any, with one statement. The statement ends with `rest`. */
export function insertion<C extends Columns>(table: PgTable, columns: C, rest = "") {
  const { names, rows, toValues } = given(columns);
  const name = `insert-${getTableName(table)}`;
  const text = `INSERT INTO ${getTableName(table)} (${names}) ${rows} ${rest}`;
  return async (db: Queryable, inserted: readonly RowOf<C>[]): Promise<void> => {
    if (inserted.length > 0) await db.$client.query({ name, text, values: toValues(inserted) });
  };
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

// Types that {@link arrayLiteral} accepts. The driver quotes values of other types, such as the text NULL.
const UNQUOTED = new Set(["uuid", "smallint", "integer", "bigint", "boolean", "bytea"]);

export const arrayOf = (column: PgColumn, values: readonly unknown[]): unknown =>
  column.dimensions === 0 && isUnquoted(column)
    ? arrayLiteral(values as readonly Unquoted[])
    : values;

const isUnquoted = (column: PgColumn) =>
  column.enumValues !== undefined ||
  UNQUOTED.has(column.getSQLType()) ||
  column.getSQLType().startsWith("timestamp");

/** Runs a handwritten query and returns its rows. Postgres plans a named query once per connection. */
export const queryRows = async <T extends pg.QueryResultRow>(
  { $client }: Queryable,
  query: pg.QueryConfig,
): Promise<T[]> => (await $client.query<T>(query)).rows;

export const first = async <T>(query: PromiseLike<readonly T[]>): Promise<T | undefined> =>
  (await query)[0];

/** Returns the first row of a query. Throws an error with the message `fault` if there is no row. */
export async function sole<T>(query: PromiseLike<readonly T[]>, fault: string): Promise<T> {
  const row = await first(query);
  if (row === undefined) throw new Error(fault);
  return row;
}
