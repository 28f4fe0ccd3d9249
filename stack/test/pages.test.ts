import { readFile, realpath } from "node:fs/promises";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { SITE } from "../src/pages.ts";
import { repository } from "../src/paths.ts";

interface Manifest {
  dependencies?: Record<string, string>;
}

/** Returns the folders of the workspace packages that a package needs, directly or through others. */
async function findPackages(folder: string, found = new Set<string>()): Promise<Set<string>> {
  const manifest = await readFile(join(repository, folder, "package.json"), "utf8");
  const { dependencies = {} } = JSON.parse(manifest) as Manifest;
  for (const [name, version] of Object.entries(dependencies)) {
    if (!version.startsWith("workspace:")) continue;
    const path = await realpath(join(repository, folder, "node_modules", name));
    const next = relative(repository, path);
    if (found.has(next)) continue;
    found.add(next);
    await findPackages(next, found);
  }
  return found;
}

test("builds the documentation again if a package that it is generated from changes", async () => {
  const packages = [...(await findPackages(SITE.folder))];
  expect(packages).toContain("services/resources");
  const isHashed = (path: string) =>
    SITE.sources.some(
      (source) => `${path}/`.startsWith(`${source}/`) || source.startsWith(`${path}/`),
    );
  expect(packages.filter((path) => !isHashed(path))).toEqual([]);
});
