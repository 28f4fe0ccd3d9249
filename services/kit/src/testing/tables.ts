import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { is } from "drizzle-orm";
import type { Pool } from "../database/pool.ts";

/** The columns of each table. A column is one line, such as `max_entries: integer not null default`. */
export type Tables = Readonly<Record<string, readonly string[]>>;

interface Column {
  name: string;
  type: string;
  notNull: boolean;
  hasDefault: boolean;
  primary: boolean;
}

const lineOf = ({ name, type, notNull, hasDefault, primary }: Column): string =>
  [`${name}: ${type}`, notNull && "not null", hasDefault && "default", primary && "primary key"]
    .filter(Boolean)
    .join(" ");

export function describedTables(schema: Readonly<Record<string, unknown>>): Tables {
  const tables = Object.values(schema).filter((value) => is(value, PgTable));
  return Object.fromEntries(
    tables.map((table) => {
      const { name, columns, primaryKeys } = getTableConfig(table);
      const keys = new Set(primaryKeys.flatMap((key) => key.columns.map((column) => column.name)));
      const lines = columns.map((column) =>
        lineOf({
          name: column.name,
          type: column.getSQLType().replace(" (", "(") + "[]".repeat(column.dimensions ?? 0),
          notNull: column.notNull,
          hasDefault: column.hasDefault || column.generated !== undefined,
          primary: column.primary || keys.has(column.name),
        }),
      );
      return [name, lines.toSorted()];
    }),
  );
}

/** Returns the tables that the migrations of a service created, without the tables that list migrations. */
export async function migratedTables(admin: Pool, schema: string): Promise<Tables> {
  const { rows } = await admin.query<Column & { table: string }>(
    `SELECT c.relname AS table, a.attname AS name, replace(format_type(a.atttypid, a.atttypmod), $1 || '.', '') AS type,
       a.attnotnull AS "notNull", a.atthasdef OR a.attidentity <> '' AS "hasDefault",
       coalesce(a.attnum = ANY(i.indkey), false) AS primary
     FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
     WHERE c.relnamespace = ($1::text)::regnamespace AND c.relkind IN ('r', 'p') AND c.relname !~ '^migration(_content)?$'`,
    [schema],
  );
  const tables = Map.groupBy(rows, (row) => row.table);
  return Object.fromEntries(
    Array.from(tables, ([table, columns]) => [table, columns.map(lineOf).toSorted()]),
  );
}
