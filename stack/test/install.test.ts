import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cp, glob, mkdir, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { cacheDir, repository } from "../src/paths.ts";

const run = promisify(execFile);

it("installs without a warning where the machine's Node is older", async () => {
  // Beside the caches: a package store on another disk would have to be copied.
  const folder = join(cacheDir(), `install-${process.pid}-${randomUUID()}`);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for await (const file of glob(
    ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json", "{*,services/*}/package.json"],
    { cwd: repository, exclude: ["node_modules"] },
  ))
    await cp(join(repository, file), join(folder, "checkout", file));
  await oldNode(join(folder, "tools"));
  const { stdout: store } = await run("pnpm", ["store", "path"], { cwd: repository });
  // The store has everything that this checkout was installed from, so that no network is needed.
  const args = [
    "install",
    "--frozen-lockfile",
    "--offline",
    "--trust-lockfile",
    "--ignore-scripts",
  ];
  const { stdout, stderr } = await run("pnpm", [...args, "--store-dir", store.trim()], {
    cwd: join(folder, "checkout"),
    env: { ...process.env, PATH: `${join(folder, "tools")}${delimiter}${process.env["PATH"]}` },
  });
  expect(stdout).toMatch(/^Done in /m);
  expect(stdout + stderr).not.toMatch(/warn|unsupported/i);
});

/** The oldest Node that pnpm is said to start on, as far as pnpm asks. */
async function oldNode(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, "node"),
    `#!/bin/sh\n[ "$1" != --version ] || exec echo v20.0.0\nexec "${process.execPath}" "$@"\n`,
    { mode: 0o755 },
  );
}
