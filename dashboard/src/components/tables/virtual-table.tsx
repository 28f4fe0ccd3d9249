import { useMediaQuery } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, useEffect, useMemo, useRef } from "react";
import type { Column } from "./data-table.tsx";
import classes from "./virtual-table.module.css";

interface VirtualTableProps<T> {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  isMarked?: (row: T) => boolean;
  onEnd?: (() => void) | undefined;
}

const ROW_HEIGHT = 44;
const ROWS_AHEAD = 8;

export function VirtualTable<T>(props: VirtualTableProps<T>) {
  const { label, columns, rows, keyOf, isMarked, onEnd } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery("(max-width: 48em)", true);
  const shown = useMemo(
    () => columns.filter(({ from }) => !isNarrow || from === undefined),
    [columns, isNarrow],
  );
  const tracks = shown.map(({ width }) => width).join(" ");
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: ROWS_AHEAD,
    getItemKey: (index) => (rows[index] === undefined ? index : keyOf(rows[index])),
    onChange: ({ range }) => {
      if (range && range.endIndex >= rows.length - ROWS_AHEAD) onEnd?.();
    },
  });
  const marked = isMarked ? rows.findIndex(isMarked) : -1;
  useEffect(() => {
    if (marked >= 0) virtualizer.scrollToIndex(marked);
  }, [marked, virtualizer]);
  return (
    <div
      ref={scroller}
      className={classes["scroller"]}
      style={{ maxHeight: 620 }}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <div role="table" aria-label={label} aria-rowcount={rows.length + 1}>
        <div role="rowgroup" className={classes["head"]}>
          <div
            role="row"
            aria-rowindex={1}
            className={classes["row"]}
            style={{ gridTemplateColumns: tracks }}
          >
            {shown.map(({ head, isNumber }) => (
              <div key={head} role="columnheader" data-number={isNumber}>
                {head}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" style={{ position: "relative", height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index];
            return (
              row !== undefined && (
                <div
                  key={key}
                  role="row"
                  aria-rowindex={index + 2}
                  className={`${classes["row"]} ${classes["body"]}`}
                  data-marked={isMarked?.(row) || undefined}
                  style={{ gridTemplateColumns: tracks, transform: `translateY(${start}px)` }}
                >
                  <Cells row={row} columns={shown as readonly Column<unknown>[]} />
                </div>
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

// Memoized, so that scrolling draws only new rows.
const Cells = memo(({ row, columns }: { row: unknown; columns: readonly Column<unknown>[] }) =>
  columns.map(({ head, isNumber, cell }) => (
    <div key={head} role="cell" data-number={isNumber}>
      {cell(row)}
    </div>
  )),
);

interface DetailsButtonProps {
  name: string;
  onClick: () => void;
  children: ReactNode;
}

/** A button that opens the details of a row. Mantine's buttons take several times as long to draw. */
export const DetailsButton = ({ name, onClick, children }: DetailsButtonProps) => (
  <button type="button" className={classes["button"]} onClick={onClick}>
    {children}
    <span className={classes["unseen"]}>, details of {name}</span>
  </button>
);
