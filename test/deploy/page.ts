import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv, promisify } from "node:util";
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

interface List {
  items: { metadata: { name: string }; stringData: Record<string, string> }[];
}

/** Runs the page's command that prints Secrets, with the URLs of the page. */
export async function makeSecrets(): Promise<Secrets> {
  const command = /cli (secrets print)/.exec(block("sh", "secrets print"))?.[1] ?? "";
  const given = parseEnv(block("ini", "ADMIN_DATABASE_URL"));
  const tms = join(repository, "services/cli/src/main.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [tms, ...command.split(" ")], {
    env: { ...process.env, ...given },
  });
  const { items } = JSON.parse(stdout) as List;
  const secrets = items.map(({ metadata, stringData }) => [metadata.name, stringData]);
  // An operator has the certificates.
  return { ...(Object.fromEntries(secrets) as Secrets), "tms-ca": { "ca.crt": "certificates" } };
}
