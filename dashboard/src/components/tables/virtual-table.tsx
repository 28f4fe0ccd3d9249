import { useMediaQuery } from "@mantine/hooks";
import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, useEffect, useMemo, useRef } from "react";
import classes from "./virtual-table.module.css";

/** A column of a table. */
export interface Column<T> {
  key: string;
  head: ReactNode;
  /** As CSS grids size their tracks. */
  width: string;
  isNumber?: boolean;
  /** Left out where there is little room. */
  isExtra?: boolean;
  cell: (row: T) => ReactNode;
}

interface VirtualTableProps<T> {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** Whether a row is one that somebody looks for. */
  isMarked?: (row: T) => boolean;
  /** Called when the last rows come into view. */
  onEnd?: (() => void) | undefined;
}

const ROW_HEIGHT = 44;
const ROWS_AHEAD = 8;
const MOST_HEIGHT = 620;

/** Scrolls to a row as soon as there is one, as far as it takes; one that is in view stays where it is. */
function useMarkedInView(
  virtualizer: Pick<Virtualizer<HTMLDivElement, Element>, "scrollToIndex">,
  index: number,
): void {
  useEffect(() => {
    if (index >= 0) virtualizer.scrollToIndex(index);
  }, [index, virtualizer]);
}

/** A table of which only the rows in view are drawn, so that it may have any number of them. */
export function VirtualTable<T>(props: VirtualTableProps<T>) {
  const { label, columns, rows, keyOf, isMarked, onEnd } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery("(max-width: 48em)", true);
  const shown = useMemo(
    () => (isNarrow ? columns.filter(({ isExtra }) => !isExtra) : columns),
    [columns, isNarrow],
  );
  const tracks = shown.map(({ width }) => width).join(" ");
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: ROWS_AHEAD,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row);
    },
    onChange: ({ range }) => {
      if (range && range.endIndex >= rows.length - ROWS_AHEAD) onEnd?.();
    },
  });
  useMarkedInView(virtualizer, isMarked ? rows.findIndex(isMarked) : -1);
  return (
    <div
      ref={scroller}
      className={classes["scroller"]}
      style={{ maxHeight: MOST_HEIGHT }}
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
            {shown.map(({ key, head, isNumber }) => (
              <div key={key} role="columnheader" data-number={isNumber}>
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
                <Row
                  key={key}
                  row={row}
                  index={index}
                  start={start}
                  columns={shown as readonly Column<unknown>[]}
                  tracks={tracks}
                  isMarked={isMarked?.(row) === true}
                />
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface RowProps {
  row: unknown;
  index: number;
  start: number;
  columns: readonly Column<unknown>[];
  tracks: string;
  isMarked: boolean;
}

// While one scrolls, most rows in view stay as they are: only new ones are drawn.
const Row = memo(({ row, index, start, columns, tracks, isMarked }: RowProps) => (
  <div
    role="row"
    aria-rowindex={index + 2}
    className={`${classes["row"]} ${classes["body"]}`}
    data-marked={isMarked || undefined}
    style={{ gridTemplateColumns: tracks, transform: `translateY(${start}px)` }}
  >
    {columns.map((column) => (
      <div key={column.key} role="cell" data-number={column.isNumber}>
        {column.cell(row)}
      </div>
    ))}
  </div>
));

/** Which rows of a table are chosen, by their keys. */
export interface Choice {
  chosen: ReadonlySet<string>;
  setChosen: (chosen: ReadonlySet<string>) => void;
}

/** A column in which rows are chosen; `nameOf` says of a row what is chosen with it. */
export const choiceColumn = <T,>(
  { chosen, setChosen }: Choice,
  keyOf: (row: T) => string,
  nameOf: (row: T) => string,
): Column<T> => ({
  key: "choice",
  head: "",
  width: "16px",
  cell: (row) => (
    <input
      type="checkbox"
      aria-label={`Choose ${nameOf(row)}`}
      checked={chosen.has(keyOf(row))}
      onChange={({ currentTarget: { checked } }) => {
        const next = new Set(chosen);
        if (checked) next.add(keyOf(row));
        else next.delete(keyOf(row));
        setChosen(next);
      }}
    />
  ),
});

interface DetailsButtonProps {
  /** What the details are of. */
  of: string;
  onClick: () => void;
  /** What a row shows of them. */
  children: ReactNode;
}

/** Opens the details of a row of a table. A plain button: Mantine's take several times as long to draw. */
export const DetailsButton = ({ of, onClick, children }: DetailsButtonProps) => (
  <button type="button" className={classes["button"]} onClick={onClick}>
    {children}
    <span className={classes["unseen"]}>, details of {of}</span>
  </button>
);

// Of a table's text, with digits of one width.
const CHARACTER_PX = 8;

/** A width in which each of some numbers of a table's rows is shown whole, in pixels as CSS has them. */
export function widthOf<T>(
  rows: readonly T[],
  of: (row: T) => number | null | undefined,
  leastPx: number,
): string {
  let [least, most] = [0, 0];
  for (const row of rows) {
    const number = of(row) ?? 0;
    if (number < least) least = number;
    if (number > most) most = number;
  }
  const lengths = [least, most].map((number) => number.toLocaleString().length);
  return `${Math.max(leastPx, CHARACTER_PX * Math.max(...lengths))}px`;
}
