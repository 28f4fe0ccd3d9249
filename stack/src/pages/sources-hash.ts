import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { repository } from "../paths.ts";

const LEFT_OUT = /^(node_modules|dist.*|\..*)$/;
const LOCKFILE = "pnpm-lock.yaml";
// Generated types are not always there. They follow from the gateway's sources.
const GENERATED_TYPES = ["dashboard/src/api/schema.d.ts", "sdk/src/api/schema.ts"].map((path) =>
  join(repository, path),
);

/**
 * A digest of everything in some folders of the repository, and of the packages that are installed:
 * it changes when what is built of them would differ.
 */
export async function sourcesHash(folders: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  const inFolders = await Promise.all(folders.map((folder) => filesIn(join(repository, folder))));
  const files = [...inFolders.flat(), join(repository, LOCKFILE)];
  for (const file of files.toSorted())
    hash
      .update(`${relative(repository, file)}\0`)
      .update(await readFile(file))
      .update("\0");
  return hash.digest("hex");
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const kept = entries.filter(({ name }) => !LEFT_OUT.test(name));
  const files = await Promise.all(
    kept.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return await filesIn(path);
      return GENERATED_TYPES.includes(path) ? [] : [path];
    }),
  );
  return files.flat();
}
