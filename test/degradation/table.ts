import { MATRIX } from "./matrix.ts";
import type { Row } from "./row.ts";
import { PARTS } from "./parts.ts";

const TITLES = PARTS.map((part) => `\`${part}\``).join(" | ");

/** The matrix as the table that docs/operations.md shows. */
export const matrixTable = (): string =>
  [
    `| operation | ${TITLES} |`,
    `| --- | ${PARTS.map(() => "---").join(" | ")} |`,
    ...MATRIX.map((row) => `| ${titleOf(row)} | ${cellsOf(row).join(" | ")} |`),
  ].join("\n");

const titleOf = ({ operation, when }: Row) =>
  when === undefined ? `\`${operation}\`` : `\`${operation}\` ${when}`;

const cellsOf = (row: Row) => PARTS.map((part) => (row.needs.includes(part) ? "503" : "works"));
