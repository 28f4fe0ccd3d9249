import { join } from "node:path";
import { createKeyring, LOCAL_KEY_ID, parseKeyring } from "@tms/kit/values/keyring";
import { readTexts, writePrivately } from "../folder/folder.ts";

/** The keys of the identity service, by the names of their variables. */
export interface IdentityKeys {
  SESSION_KEY: string;
  SECRETS_KEY: string;
}

/**
 * Creates the keys of a system once per folder. With other keys, people would have to sign in again, and
 * sealed data could not be opened. Production refuses these keys.
 */
export async function makeIdentityKeys(folder: string): Promise<IdentityKeys> {
  const file = join(folder, "identity-keys.json");
  const kept = await readTexts(file);
  const keyOf = (name: keyof IdentityKeys): string => {
    const key = kept[name];
    return key !== undefined && parseKeyring(key) ? key : createKeyring(LOCAL_KEY_ID);
  };
  const keys = { SESSION_KEY: keyOf("SESSION_KEY"), SECRETS_KEY: keyOf("SECRETS_KEY") };
  await writePrivately(file, `${JSON.stringify(keys, null, 2)}\n`);
  return keys;
}
