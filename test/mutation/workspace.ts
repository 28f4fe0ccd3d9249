import { rmSync } from "node:fs";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { cacheDir, repository } from "@tms/stack/paths";
import type { TestServers } from "../harness/servers.ts";
import type { Mutant } from "./mutants/mutant.ts";

const LEFT_OUT = new Set([".git", ".data", "node_modules", "docs", "bench"]);

/** A copy of the checkout to break, file by file. It is removed when this process ends. */
export interface Workspace {
  folder: string;
  /** Has one file changed while `work` runs. */
  changed<T>(file: string, mutant: Mutant, work: () => Promise<T>): Promise<T>;
  /** Starts Postgres and Redis for its tests, with its own migrations applied. */
  startServers(): Promise<TestServers>;
}

export async function copyWorkspace(): Promise<Workspace> {
  const folder = join(cacheDir(), `mutation-${process.pid}`);
  // Tests that were interrupted may write to it for another moment.
  const removal = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 };
  process.once("exit", () => rmSync(folder, removal));
  await mkdir(folder, { recursive: true });
  await cp(repository, folder, {
    recursive: true,
    // The packages' links to each other stay inside the copy.
    verbatimSymlinks: true,
    filter: (source) => !LEFT_OUT.has(relative(repository, source)),
  });
  await symlink(join(repository, "node_modules"), join(folder, "node_modules"));
  return {
    folder,
    async changed(file, [from, to], work) {
      const path = join(folder, file);
      const text = await readFile(path, "utf8");
      if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)} any more`);
      await writeFile(
        path,
        text.replace(from, () => to),
      );
      try {
        return await work();
      } finally {
        await writeFile(path, text);
      }
    },
    async startServers() {
      const path = join(folder, "test/harness/servers.ts");
      const own = (await import(path)) as typeof import("../harness/servers.ts");
      return await own.startTestServers();
    },
  };
}
