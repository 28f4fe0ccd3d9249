import { join } from "node:path";
import { expect, test } from "vitest";
import { scene, Start } from "../crash/a-start.ts";
import { pages } from "./pages.ts";
import { paste } from "./paste.ts";

test("every sample of the documentation works when pasted beside a running start", async () => {
  const { folder, ports } = await scene();
  const start = new Start(join(folder, ".data"), ports);
  await start.running();
  for (const { name, script } of await pages())
    await expect.soft(paste(script, folder), name).resolves.toBeTypeOf("string");
}, 400_000);
