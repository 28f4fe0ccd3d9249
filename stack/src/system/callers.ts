import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  CallersFileError,
  formatCallers,
  parseCallers,
  type CallerEntry,
} from "@tms/kit/callers/file";
import { productCallers, type ProductCaller } from "@tms/kit/callers/rights";
import { createCallerToken, digestCallerToken } from "@tms/kit/callers/token";
import { folderFailure, leaveToOwner, makeFolder } from "../folder/folder.ts";
import { StackError } from "../stack-error.ts";

/** The callers of one system's services. */
export interface SystemCallers<User extends string = never> {
  /** The file from which the services know them. */
  file: string;
  /** Each caller's token. */
  tokens: Readonly<Record<ProductCaller | User, string>>;
}

/**
 * Makes a token for each of the product's processes, and for users of its own with what they may
 * call. Those made in this folder before stay good, and so do users that were added by hand.
 */
export async function makeCallers<User extends string = never>(
  folder: string,
  users: Readonly<Record<User, string[]>> = {} as Record<User, string[]>,
): Promise<SystemCallers<User>> {
  await makeFolder(folder);
  const file = join(folder, "callers.json");
  const tokensFile = join(folder, "caller-tokens.json");
  const entries = await readEntries(file);
  const kept = await readTokens(tokensFile);

  const rpcsOf = new Map<string, string[]>(Object.entries<string[]>(users));
  const names = [...productCallers, ...rpcsOf.keys()];
  const tokens = new Map(names.map((name) => [name, tokenOf(name, entries, kept)]));
  const made = names.map((name): CallerEntry => {
    const rpcs = rpcsOf.get(name);
    const digests = digestsOf(name, tokens, entries);
    return { name, digests, ...(rpcs && { rpcs }) };
  });
  const others = entries.filter(({ name }) => !tokens.has(name));
  try {
    await writePrivately(tokensFile, `${JSON.stringify(Object.fromEntries(tokens), null, 2)}\n`);
    await writePrivately(file, formatCallers([...made, ...others]));
    leaveToOwner(folder, [file, tokensFile]);
  } catch (error) {
    throw folderFailure(folder, error);
  }
  return { file, tokens: Object.fromEntries(tokens) as Record<ProductCaller | User, string> };
}

/** The token of before, if the file still knows it. */
function tokenOf(name: string, entries: readonly CallerEntry[], kept: Map<string, string>): string {
  const token = kept.get(name);
  if (token === undefined) return createCallerToken();
  const known = entries.find((entry) => entry.name === name)?.digests;
  return known?.includes(digestCallerToken(token)) ? token : createCallerToken();
}

/** The digests in the file, if the token's is among them. */
function digestsOf(
  name: string,
  tokens: Map<string, string>,
  entries: readonly CallerEntry[],
): string[] {
  const digest = digestCallerToken(tokens.get(name) ?? "");
  const known = entries.find((entry) => entry.name === name)?.digests;
  return known?.includes(digest) ? known : [digest];
}

async function readEntries(file: string): Promise<CallerEntry[]> {
  const text = await readIfThere(file);
  if (text === undefined) return [];
  try {
    return parseCallers(text);
  } catch (error) {
    if (!(error instanceof CallersFileError)) throw error;
    throw new StackError(
      `${file} is not a valid callers file: ${error.message}.`,
      "Correct the file, or delete it. Start then creates a new file without the callers that you added.",
      { cause: error },
    );
  }
}

/** Reads the tokens; one that cannot be read is made anew. */
async function readTokens(file: string): Promise<Map<string, string>> {
  const text = await readIfThere(file);
  try {
    const tokens = JSON.parse(text ?? "{}") as Record<string, unknown>;
    const pairs = Object.entries(tokens).filter(([, token]) => typeof token === "string");
    return new Map(pairs as [string, string][]);
  } catch {
    return new Map();
  }
}

/** The text of a file in a data folder; undefined if there is none. */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new StackError(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
      "Run start as the account that owns the file.",
      { cause: error },
    );
  }
}

/** Appears whole, and readable by its owner alone. */
export async function writePrivately(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
