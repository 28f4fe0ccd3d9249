import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "@tms/stack/paths";
import { MATRIX, nameOf } from "./matrix.ts";
import { matrixTable } from "./table.ts";

// The formatter pads cells and rules as it likes.
const plain = (text: string) => text.replaceAll(/ +/g, " ").replaceAll(/-{3,}/g, "---");

test("the operations page shows the matrix", async () => {
  const page = await readFile(join(repository, "docs/operations.md"), "utf8");
  expect(plain(page)).toContain(plain(matrixTable()));
});

test("every row has a name of its own", () => {
  expect(new Set(MATRIX.map(nameOf)).size).toBe(MATRIX.length);
});
