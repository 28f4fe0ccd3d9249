import { createHash } from "node:crypto";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../paths.ts";

/** Dependencies, earlier builds and hidden files. The lockfile stands for the dependencies. */
const EXCLUDED = /^(node_modules|dist.*|\..*)$/;
/** Generated types may be missing, and follow from the gateway's sources. */
const GENERATED = /^(dashboard\/src\/api\/schema\.d\.ts|sdk\/src\/api\/schema\.ts)$/;

/** Returns a digest of folders of the repository and of the installed packages. */
export async function hashSources(folders: readonly string[]): Promise<string> {
  const files = ["pnpm-lock.yaml"];
  for await (const entry of glob(
    folders.map((folder) => `${folder}/**`),
    { cwd: repository, withFileTypes: true, exclude: ({ name }) => EXCLUDED.test(name) },
  ))
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name).slice(repository.length + 1));
  const hash = createHash("sha256");
  for (const file of files.filter((path) => !GENERATED.test(path)).toSorted())
    hash
      .update(`${file}\0`)
      .update(await readFile(join(repository, file)))
      .update("\0");
  return hash.digest("hex");
}
