import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { barrier } from "./account.ts";
import { scratchFolder } from "./fixtures/scene.ts";
import { cacheDir, dataDir } from "./paths.ts";
import { copyOnce } from "./postgres-binaries.ts";

it("takes the data and cache folders from the environment", () => {
  expect(dataDir({ TMS_DATA_DIR: "/srv/cups" })).toBe("/srv/cups");
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
