/** A value of a table. A decimal is written digit by digit. */
export type Cell = string | number | { decimal: string } | null;

// Spreadsheets evaluate a cell that begins with one of these characters. Some programs also split
// cells at other separators, so that a formula can begin within a text.
const FORMULA = /([,;|\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g;
const BEGINNING = /^(?=[\t\r\n]|[\s"]*[=+\-@＝＋－＠])/;

/** Returns a table as CSV (RFC 4180). Every text is quoted and never evaluated as a formula. */
export const toCsv = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [head, ...rows].map((row) => `${row.map(cellText).join(",")}\r\n`).join("");

function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  if (typeof cell === "object") return cell.decimal;
  const text = cell.replace(FORMULA, "$1'").replace(BEGINNING, "'");
  return `"${text.replaceAll('"', '""')}"`;
}

export function saveCsv(name: string, text: string): void {
  // The byte order mark marks the file as UTF-8.
  const url = URL.createObjectURL(new Blob(["\uFEFF", text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
