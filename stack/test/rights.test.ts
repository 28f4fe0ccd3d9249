import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PRODUCT_CALLERS, productCallers } from "@tms/kit/callers/rights";
import { expect, test } from "vitest";
import { repository } from "../src/paths.ts";

const SENDER = join(repository, "services/kit/src/events/sender.ts");

/** All that a caller is made of, as text. */
async function sourceOf(name: string): Promise<string> {
  const folders = [name === "gateway" ? name : `services/${name}`];
  // `start` is an operator too.
  if (name === "cli") folders.push("stack");
  const texts: string[] = [];
  for await (const file of glob(
    folders.map((folder) => `${folder}/src/**/*.ts`),
    { cwd: repository },
  ))
    if (!file.endsWith(".test.ts")) texts.push(await readFile(join(repository, file), "utf8"));
  const source = texts.join("\n");
  // A service that publishes does so by the kit.
  return source.includes("createPublisher(") ? source + (await readFile(SENDER, "utf8")) : source;
}

test.for(productCallers)("%s may call nothing that it does not call", async (name) => {
  const source = await sourceOf(name);
  const unused = PRODUCT_CALLERS[name].filter(
    ({ localName }) => !new RegExp(`\\.${localName}\\(`).test(source),
  );
  expect(unused.map(({ name: rpc }) => rpc)).toEqual([]);
});
