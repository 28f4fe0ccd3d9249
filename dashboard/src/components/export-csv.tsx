import type { ButtonProps } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type Page, readPages } from "../api/pages.ts";
import { READS_ONLY } from "../api/query-client.ts";
import { SmallButton } from "./inline.tsx";
import { showError, warn } from "./toast.ts";

interface ExportCsvProps<P extends Page> {
  name: string;
  head: readonly string[];
  read: (cursor: string | undefined) => Promise<P>;
  rowsOf: (page: P) => readonly (readonly Cell[])[];
}

const MAX_PAGES = 100;

export function ExportCsv<P extends Page>({ name, head, read, rowsOf }: ExportCsvProps<P>) {
  const mutation = useMutation({
    mutationFn: () => readPages(read, MAX_PAGES),
    meta: READS_ONLY,
    onSuccess: (pages) => {
      const rows = pages.flatMap(rowsOf);
      saveCsv(name, toCsv(head, rows));
      if (pages.at(-1)?.nextCursor !== null)
        warn(
          `The file contains the first ${rows.length.toLocaleString()} rows. Use the API to read the rest.`,
        );
    },
    onError: showError,
  });
  return <ExportButton loading={mutation.isPending} onClick={() => mutation.mutate()} />;
}

export const ExportButton = (props: ButtonProps & { onClick: () => void }) => (
  <SmallButton label="Export CSV" icon={IconDownload} {...props} />
);

/** A value of a table. A decimal is written digit by digit. */
type Cell = string | number | { decimal: string } | null;

// Spreadsheets evaluate a cell that begins with one of these characters. Some programs also split
// cells at other separators, so that a formula can begin within a string.
const FORMULA = /([,;|\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g;
const BEGINNING = /^(?=[\t\r\n]|[\s"]*[=+\-@＝＋－＠])/;

/** Returns a table as CSV (RFC 4180). Every string is quoted and never evaluated as a formula. */
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
