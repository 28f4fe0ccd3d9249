import type { Column } from "./virtual-table.tsx";

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
