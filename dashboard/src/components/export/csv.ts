/** A value of a table. */
export type Cell = string | number | null;

const NEEDS_QUOTES = /[",\r\n]/;
// A spreadsheet would take such a text for a formula and work it out.
const FORMULA = /^[=+\-@\t\r]/;

/** The text of a table as spreadsheets read it (RFC 4180). */
export const csvOf = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [head, ...rows].map((row) => `${row.map(cellText).join(",")}\r\n`).join("");

function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Has the browser save a table as a file. */
export function saveCsv(name: string, text: string): void {
  // The mark in front lets spreadsheets see that it is UTF-8.
  const url = URL.createObjectURL(new Blob(["\uFEFF", text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
