import { join } from "node:path";
import { createKeyring, LOCAL_KEY_ID, parseKeyring } from "@tms/kit/values/keyring";
import { folderFailure, leaveToOwner, makeFolder } from "../folder/folder.ts";
import { readIfThere, writePrivately } from "./callers.ts";

/** The keys of the identity service, by the names of its variables. */
export interface IdentityKeys {
  SESSION_KEY: string;
  SECRETS_KEY: string;
}

/**
 * Makes the keys of one system, once for each folder: with others, people would have to sign in again
 * and what is sealed in the database could not be opened. Production refuses them.
 */
export async function makeIdentityKeys(folder: string): Promise<IdentityKeys> {
  await makeFolder(folder);
  const file = join(folder, "identity-keys.json");
  const kept = readKeys(await readIfThere(file));
  const keys = {
    SESSION_KEY: kept["SESSION_KEY"] ?? createKeyring(LOCAL_KEY_ID),
    SECRETS_KEY: kept["SECRETS_KEY"] ?? createKeyring(LOCAL_KEY_ID),
  };
  try {
    await writePrivately(file, `${JSON.stringify(keys, null, 2)}\n`);
    leaveToOwner(folder, [file]);
  } catch (error) {
    throw folderFailure(folder, error);
  }
  return keys;
}

/** Whatever is no key there is made anew. */
function readKeys(text: string | undefined): Partial<Record<string, string>> {
  try {
    const keys = JSON.parse(text ?? "{}") as Record<string, unknown>;
    const sound = Object.entries(keys).filter(
      ([, key]) => typeof key === "string" && parseKeyring(key) !== undefined,
    );
    return Object.fromEntries(sound as [string, string][]);
  } catch {
    return {};
  }
}
