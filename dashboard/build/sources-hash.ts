import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

/** The root folder of this package. */
export const packageFolder = join(import.meta.dirname, "..");

/** Where the types of the API's requests and answers are generated. */
export const API_TYPES = join(packageFolder, "src/api/schema.d.ts");

const LEFT_OUT = new Set(["node_modules", "dist"]);

/** A digest of everything that the built page is made of: it changes when a build would differ. */
export async function sourcesHash(): Promise<string> {
  const hash = createHash("sha256");
  const files = [...(await filesIn(packageFolder)), join(packageFolder, "../pnpm-lock.yaml")];
  for (const file of files.toSorted())
    hash
      .update(`${relative(packageFolder, file)}\0`)
      .update(await readFile(file))
      .update("\0");
  return hash.digest("hex");
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const kept = entries.filter(({ name }) => !LEFT_OUT.has(name) && !name.startsWith("."));
  const files = await Promise.all(
    kept.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return await filesIn(path);
      // Types leave no trace in the page, and these are not always there.
      return path === API_TYPES ? [] : [path];
    }),
  );
  return files.flat();
}
