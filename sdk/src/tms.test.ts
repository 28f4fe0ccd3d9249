import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createTms } from "./tms.ts";

const PAGE = new URL("../../docs/guide/sdk.md", import.meta.url);

test("the documentation names each method", async () => {
  const tms = createTms({ baseUrl: "https://tms.example.com", apiKey: "tms_test_" });
  const rows = (await readFile(PAGE, "utf8")).replaceAll(/ +/g, " ").split("\n");
  for (const [resource, methods] of Object.entries(tms).filter(([name]) => name !== "http")) {
    const names = Object.keys(methods).map((name) => `\`${name}\``);
    expect(rows).toContain(`| \`${resource}\` | ${names.join(", ")} |`);
  }
});
