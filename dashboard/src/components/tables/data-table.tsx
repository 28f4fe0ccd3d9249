import { Group, ScrollArea, Table, type TableProps, type TableTdProps } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Fine, SmallButton } from "../inline.tsx";
import links from "./row-link.module.css";

export interface Column<T> {
  head: string;
  /** The size of a CSS grid track in a virtual table, else a CSS width. */
  width?: string;
  isNumber?: boolean;
  from?: "sm" | "md" | "lg";
  cell: (row: T) => ReactNode;
}

export interface DataColumn<T> extends Column<T> {
  /** Adds space before a column that follows a number. */
  isApart?: boolean;
  hidesHead?: true;
  /** Shown below the cell on narrow screens. */
  narrow?: (row: T) => ReactNode;
  td?: TableTdProps;
}

interface DataTableProps<T> extends TableProps {
  label: string;
  columns: readonly DataColumn<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** The width in pixels below which the table scrolls, except on narrow screens. Default: text wraps. */
  minWidth?: number;
  empty?: ReactNode;
  pager?: PagerProps;
}

export const DataTable = <T,>({ empty, pager, ...table }: DataTableProps<T>) => (
  <>
    {table.rows.length === 0 && empty !== undefined ? empty : <Rows {...table} />}
    {pager && <Pager {...pager} />}
  </>
);

function Rows<T>(props: Omit<DataTableProps<T>, "empty" | "pager">) {
  const { label, columns, rows, keyOf, minWidth, ...others } = props;
  const table = (
    <Table aria-label={label} {...(minWidth ? { miw: { sm: minWidth } } : {})} {...others}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ head, width, hidesHead, ...column }) => (
            <Table.Th key={head} w={width} aria-label={hidesHead && head} {...toCell(column)}>
              {!hidesHead && head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={keyOf(row)} className={links["row"] ?? ""}>
            {columns.map(({ td, narrow, ...column }) => (
              <Table.Td key={column.head} {...toCell(column)} {...td}>
                {column.cell(row)}
                {narrow && <Fine hiddenFrom="sm">{narrow(row)}</Fine>}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
  if (minWidth === undefined)
    return (
      <Table.ScrollContainer minWidth={260} type="native">
        {table}
      </Table.ScrollContainer>
    );
  return (
    <ScrollArea tabIndex={0} role="region" aria-label={label}>
      {table}
    </ScrollArea>
  );
}

const toCell = ({ isNumber, isApart, from }: Partial<DataColumn<never>>) => ({
  ...(isNumber && { ta: "right" as const, style: { fontVariantNumeric: "tabular-nums" } }),
  ...(isApart && { pl: "xl" }),
  ...(from && { visibleFrom: from }),
});

export interface PagerProps {
  order?: { first: string; next: string };
  /** The cursor of the page, or undefined on the first page. */
  cursor: string | undefined;
  nextCursor: string | null;
  onCursor: (cursor: string | undefined) => void;
}

const BY_TIME = { first: "Newest", next: "Older" };

export const BY_NAME = { first: "First", next: "Next" };

export function Pager({ order = BY_TIME, cursor, nextCursor, onCursor }: PagerProps) {
  if (cursor === undefined && nextCursor === null) return null;
  return (
    <Group component="nav" justify="space-between" mt="md" aria-label="Pagination">
      <SmallButton
        label={order.first}
        icon={IconChevronLeft}
        disabled={cursor === undefined}
        onClick={() => onCursor(undefined)}
      />
      <SmallButton
        label={order.next}
        rightSection={<IconChevronRight size={14} />}
        disabled={nextCursor === null}
        onClick={() => onCursor(nextCursor ?? undefined)}
      />
    </Group>
  );
}
