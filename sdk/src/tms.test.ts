import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createTms } from "./tms.ts";

const PAGE = new URL("../../docs/guide/sdk.md", import.meta.url);
const sortWords = (row: string) =>
  row
    .split(/[ |,`]+/)
    .toSorted()
    .join(" ");

test("the documentation names each method", async () => {
  const tms = createTms({ baseUrl: "https://tms.example.com", apiKey: "tms_test_" });
  const rows = (await readFile(PAGE, "utf8")).split("\n").map(sortWords);
  for (const [resource, methods] of Object.entries(tms).filter(([name]) => name !== "http"))
    expect(rows).toContain(sortWords(`|${resource} ${Object.keys(methods).join(" ")}|`));
});
