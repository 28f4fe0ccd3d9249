/** A value of a table. A decimal is a number that is written digit by digit. */
export type Cell = string | number | { decimal: string } | null;

// A spreadsheet computes a cell that begins with one of these. Some programs split cells at other
// separators than a comma, so a formula can also begin within a text.
const FORMULA = /([,;|\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g;
const BEGINNING = /^(?=[\t\r\n]|[\s"]*[=+\-@＝＋－＠])/;

/** Returns a table as spreadsheets read it (RFC 4180). Every text is quoted and is never a formula. */
export const csvOf = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [head, ...rows].map((row) => `${row.map(cellText).join(",")}\r\n`).join("");

function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  if (typeof cell === "object") return cell.decimal;
  const text = cell.replace(FORMULA, "$1'").replace(BEGINNING, "'");
  return `"${text.replaceAll('"', '""')}"`;
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
