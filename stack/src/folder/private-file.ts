import { readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { StackError } from "../stack-error.ts";
import { folderFailure, makeFolder } from "./folder.ts";

/** Returns the text of a file, or undefined if there is no such file. */
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

/** Returns the texts in a file that holds a JSON object. A missing or damaged file holds none. */
export async function readTexts(file: string): Promise<Partial<Record<string, string>>> {
  const text = await readIfThere(file);
  try {
    const values = Object.entries(JSON.parse(text ?? "{}") as Record<string, unknown>);
    const texts = values.filter((entry): entry is [string, string] => typeof entry[1] === "string");
    return Object.fromEntries(texts);
  } catch {
    return {};
  }
}

/** Replaces a file at once by one that only its owner can read. */
export async function writePrivately(file: string, text: string): Promise<void> {
  await makeFolder(dirname(file));
  try {
    await writeFile(`${file}.new`, text, { mode: 0o600 });
    await rename(`${file}.new`, file);
  } catch (error) {
    throw folderFailure(dirname(file), error);
  }
}
