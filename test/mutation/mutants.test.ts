import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "@tms/stack/paths";
import { LISTED } from "./mutants/all.ts";

test.each(LISTED)("the mutants of $file change texts that are in it", ({ file, mutants }) => {
  const text = readFileSync(join(repository, file), "utf8");
  expect(mutants.filter(([from]) => !text.includes(from))).toEqual([]);
});

test.each(LISTED)("the suites that are to kill the mutants of $file exist", ({ tests }) => {
  const suites = globSync("services/*/{src/*,test}/*.test.ts", { cwd: repository });
  const matching = (part: string) => suites.filter((suite) => suite.includes(part));
  expect(tests.filter((part) => matching(part).length === 0)).toEqual([]);
});
