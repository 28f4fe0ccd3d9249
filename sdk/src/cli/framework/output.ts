import { writeSync } from "node:fs";

/** Where a command prints. */
export interface Output {
  isJson: boolean;
  /** A result: as JSON where that is wanted, else as text. */
  print: (json: unknown, text: string) => void;
  /** Something for people beside the result, on standard error; not where JSON is wanted. */
  note: (text: string) => void;
}

/** Makes the output of this process. */
export const createOutput = (isJson: boolean): Output => ({
  isJson,
  print: (json, text) => writeLine(1, isJson ? JSON.stringify(json) : text),
  note(text) {
    if (!isJson) writeLine(2, text);
  },
});

/**
 * Prints lines on standard output (1) or standard error (2), whole before the process can end. Control
 * characters in them are shown and not sent: what people wrote would have the terminal do as they say.
 */
export function writeLine(to: 1 | 2, text: string): void {
  let rest = Buffer.from(`${text.split("\n").map(visible).join("\n")}\n`);
  while (rest.length > 0)
    try {
      rest = rest.subarray(writeSync(to, rest));
    } catch (error) {
      // Whoever read it has seen enough, as `head` does.
      if ((error as NodeJS.ErrnoException).code === "EPIPE") process.exit(0);
      // A pipe that is full for the moment.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
}

/** Rows under headings, in columns as wide as their widest cell. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((line) => line.map(visible));
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  const padded = (line: readonly string[]) =>
    line.map((cell, column) => cell.padEnd(widths[column] ?? 0));
  return lines.map((line) => padded(line).join("  ").trimEnd()).join("\n");
}

/**
 * A text with its control characters and line breaks escaped as JSON does it. What people wrote may have
 * any: raw, they would break the columns, or have the terminal do as they say.
 */
const visible = (text: string): string =>
  text.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) =>
      SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Names and values below each other. */
export function fields(values: Readonly<Record<string, string | number | null>>): string {
  const width = Math.max(...Object.keys(values).map((name) => name.length));
  return Object.entries(values)
    .map(([name, value]) => `${name.padEnd(width)}  ${visible(String(value ?? "–"))}`)
    .join("\n");
}
