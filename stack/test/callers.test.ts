import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatCallers, parseCallers } from "@tms/kit/callers/file";
import { productCallers } from "@tms/kit/callers/rights";
import { createCallerToken, digestCallerToken } from "@tms/kit/callers/token";
import { expect, test } from "vitest";
import { makeCallers } from "../src/system/callers.ts";
import { scratchFolder } from "./fixtures/scene.ts";

const entriesIn = async (file: string) => parseCallers(await readFile(file, "utf8"));

test("every process has a token, which its owner alone can read, and services only its digest", async () => {
  const folder = await scratchFolder();
  const { file, tokens } = await makeCallers(folder);
  expect(Object.keys(tokens)).toEqual(productCallers);
  expect(await entriesIn(file)).toEqual(
    productCallers.map((name) => ({ name, digests: [digestCallerToken(tokens[name])] })),
  );
  expect(await readFile(file, "utf8")).not.toContain("tmsc_");
  for (const name of ["callers.json", "caller-tokens.json"])
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
});

test("tokens and users stay, and only what is missing is made", async () => {
  const folder = await scratchFolder();
  const first = await makeCallers(folder);
  expect(await makeCallers(folder)).toEqual(first);

  const entries = await entriesIn(first.file);
  const digest = digestCallerToken(createCallerToken());
  const user = { name: "reporting", digests: [digest], rpcs: ["tms.game.v1.GameService/GetGame"] };
  const other = digestCallerToken(createCallerToken());
  const changed = entries
    .filter(({ name }) => name !== "entry")
    .map((entry) =>
      entry.name === "game" ? { ...entry, digests: [...entry.digests, other] } : entry,
    );
  await writeFile(first.file, formatCallers([...changed, user]));
  const second = await makeCallers(folder);
  expect(second.tokens).toEqual({ ...first.tokens, entry: expect.any(String) });
  expect(second.tokens.entry).not.toBe(first.tokens.entry);
  const after = await entriesIn(second.file);
  expect(after).toContainEqual(user);
  expect(after.find(({ name }) => name === "game")?.digests).toHaveLength(2);
});

test("a callers file that is none is told in a sentence, not replaced", async () => {
  const folder = await scratchFolder();
  const file = join(folder, "callers.json");
  await writeFile(file, "{");
  await expect(makeCallers(folder)).rejects.toThrow(`${file} is no callers file`);
  expect(await readFile(file, "utf8")).toBe("{");
});
