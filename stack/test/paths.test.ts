import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { barrier } from "../src/folder/account.ts";
import { scratchFolder } from "./fixtures/scene.ts";
import { cacheDir, dataDir } from "../src/paths.ts";
import { copyOnce, usableHome } from "../src/postgres/binaries.ts";

it("takes the data and cache folders from the environment", () => {
  expect(dataDir({ TMS_DATA_DIR: "/srv/tournaments" })).toBe("/srv/tournaments");
  expect(cacheDir({ TMS_CACHE_DIR: "/srv/cache" })).toBe("/srv/cache");
});

it("makes a copy of binaries that another account can execute, once", async () => {
  // Any account but the one that runs this test.
  const account = { uid: 64_001, gid: 64_001 };
  const folder = await scratchFolder();
  const source = join(folder, "closed");
  await mkdir(join(source, "bin"), { recursive: true, mode: 0o700 });
  await writeFile(join(source, "bin/postgres"), "", { mode: 0o700 });
  expect(barrier(join(source, "bin/postgres"), account)).toBe(source);

  const copy = await copyOnce(source, join(folder, "cache/postgres"));
  expect(barrier(join(copy, "bin/postgres"), account)).toBeUndefined();
  await chmod(copy, 0o700);
  await copyOnce(source, copy);
  expect(barrier(join(copy, "bin/postgres"), account)).toBe(copy);
});

it("does not run binaries from a path that a shell would read otherwise", async () => {
  const folder = await scratchFolder();
  const odd = join(folder, "che$kout");
  await mkdir(join(odd, "bin"), { recursive: true });
  await writeFile(join(odd, "bin/postgres"), "");
  const copy = join(folder, "cache/postgres");
  expect(await usableHome(odd, copy, undefined)).toBe(copy);
  expect(await usableHome(copy, join(folder, "elsewhere"), undefined)).toBe(copy);
  await expect(usableHome(odd, join(folder, "ca$he"), undefined)).rejects.toMatchObject({
    name: "StackError",
    message: expect.stringContaining("whose name means something else to a shell"),
  });
});
