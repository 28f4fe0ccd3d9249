import { writeSync } from "node:fs";

export interface Output {
  isJson: boolean;
  print: (json: unknown, text: string) => void;
  /** Prints a note for people on standard error, unless JSON is requested. */
  note: (text: string) => void;
}

export const createOutput = (isJson: boolean): Output => ({
  isJson,
  print: (json, text) => writeLine(1, isJson ? JSON.stringify(json) : text),
  note(text) {
    if (!isJson) writeLine(2, text);
  },
});

/**
 * Prints lines on standard output (1) or standard error (2), completely before the process can end. Shows
 * control characters instead of sending them, because strings of other people must not control the terminal.
 */
export function writeLine(to: 1 | 2, text: string): void {
  let rest = Buffer.from(`${text.split("\n").map(visible).join("\n")}\n`);
  while (rest.length > 0)
    try {
      rest = rest.subarray(writeSync(to, rest));
    } catch (error) {
      // The reader, such as `head`, closed the pipe.
      if ((error as NodeJS.ErrnoException).code === "EPIPE") process.exit(0);
      // The pipe is full, so the loop tries again until the reader has read.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
}

type Cell = string | number | null | undefined;

export function table<Item>(
  items: readonly Item[],
  columns: Readonly<Record<string, (item: Item) => Cell>>,
): string {
  const headings = Object.keys(columns);
  const rows = items.map((item) => Object.values(columns).map((cell) => toText(cell(item))));
  const lines = [headings, ...rows].map((line) => line.map(visible));
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  const padded = (line: readonly string[]) =>
    line.map((cell, column) => cell.padEnd(widths[column] ?? 0));
  return lines.map((line) => padded(line).join("  ").trimEnd()).join("\n");
}

/** Escapes control characters and line breaks like JSON, so that they do not break columns. */
const visible = (text: string): string =>
  text.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) =>
      SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const toText = (cell: Cell): string => String(cell ?? "–");

export function fields(values: Readonly<Record<string, Cell>>): string {
  const width = Math.max(...Object.keys(values).map((name) => name.length));
  return Object.entries(values)
    .map(([name, value]) => `${name.padEnd(width)}  ${visible(toText(value))}`)
    .join("\n");
}

export function untilInterrupted(): AbortSignal {
  const interrupted = new AbortController();
  process.once("SIGINT", () => interrupted.abort());
  process.once("SIGTERM", () => interrupted.abort());
  return interrupted.signal;
}
