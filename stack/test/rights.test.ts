import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PRODUCT_CALLERS, productCallers } from "@tms/kit/callers/rights";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import { expect, test } from "vitest";
import { repository } from "../src/paths.ts";

/** Rights that stand there before the calls: the gateway does not serve people yet. */
const AHEAD = { name: "gateway", service: IdentityService, calls: 17 };

/** All that a process is made of, as text. */
async function sourceOf(name: string): Promise<string> {
  const folder = join(repository, name === "gateway" ? name : `services/${name}`, "src");
  const texts: string[] = [];
  for await (const file of glob("**/*.ts", { cwd: folder }))
    if (!file.endsWith(".test.ts")) texts.push(await readFile(join(folder, file), "utf8"));
  return texts.join("\n");
}

test.for(productCallers)("%s may call nothing that it does not call", async (name) => {
  const source = await sourceOf(name);
  const unused = PRODUCT_CALLERS[name].filter(
    ({ localName }) => !new RegExp(`\\.${localName}\\(`).test(source),
  );
  const ahead = unused.filter((method) => name === AHEAD.name && method.parent === AHEAD.service);
  expect(unused.filter((method) => !ahead.includes(method)).map(({ name: rpc }) => rpc)).toEqual(
    [],
  );
  // Once it makes the first of these calls, it makes them all, and nothing is ahead any more.
  if (name === AHEAD.name) expect(ahead).toHaveLength(AHEAD.calls);
});
