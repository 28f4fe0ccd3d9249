import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "@tms/stack/paths";

const PAGES = [
  "deploy.md",
  "deploy/secrets.md",
  "deploy/access.md",
  "deploy/values.md",
  "operations/rotation.md",
];

/** The operators' pages with commands and values, one after the other. */
export const page = (
  await Promise.all(PAGES.map((file) => readFile(join(repository, "docs", file), "utf8")))
).join("\n");

/** The pages' blocks in a language, in order. */
export const blocks = (language: string): string[] =>
  Array.from(page.matchAll(/^```(\w+)\n(.*?)^```$/gms))
    .filter(([, written]) => written === language)
    .map(([, , text = ""]) => text);

/** The one block in a language with these words. */
export function block(language: string, words: string): string {
  const [found, ...others] = blocks(language).filter((text) => text.includes(words));
  if (found === undefined || others.length > 0)
    throw new Error(`One ${language} block should have: ${words}`);
  return found;
}

/** Secrets by name, and by key. */
export type Secrets = Partial<Record<string, Partial<Record<string, string>>>>;

// What is made with --dry-run takes the place of a Secret that is there already.
const MAKES_SECRETS = /create secret generic(?![^]*--dry-run)/;

/** Runs the pages' commands that make Secrets, and reads what they made. */
export async function makeSecrets(): Promise<Secrets> {
  const folder = await mkdtemp(join(tmpdir(), "tms-page-"));
  try {
    await writeFile(join(folder, "given.env"), block("ini", "admin-url"), { mode: 0o600 });
    await writeFile(join(folder, "ca.crt"), "the certificates of an authority\n");
    const made = join(folder, "made");
    await mkdir(made);
    const standIns = await readFile(join(import.meta.dirname, "fixtures/stand-ins.sh"), "utf8");
    const script = [standIns, ...blocks("sh").filter((text) => MAKES_SECRETS.test(text))];
    const tms = join(repository, "services/cli/src/main.ts");
    const env = { ...process.env, SECRETS: made, NODE: process.execPath, TMS: tms };
    await promisify(execFile)("bash", ["-c", script.join("\n")], { cwd: folder, env });
    return await readSecrets(made);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function readSecrets(folder: string): Promise<Secrets> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const secrets: Secrets = {};
  for (const { name, parentPath } of files.filter((file) => file.isFile())) {
    const secret = (secrets[parentPath.slice(folder.length + 1)] ??= {});
    secret[name] = await readFile(join(parentPath, name), "utf8");
  }
  return secrets;
}
