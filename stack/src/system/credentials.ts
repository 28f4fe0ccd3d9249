import { CallersFileError, formatCallers, parseCallers } from "@tms/kit/callers/file";
import { productCallers, type ProductCaller } from "@tms/kit/callers/product";
import { createCallerToken, digestCallerToken } from "@tms/kit/callers/token";
import { join } from "node:path";
import { createKeyring, LOCAL_KEY_ID, parseKeyring } from "@tms/kit/values/keyring";
import { readIfThere, readTexts, writePrivately } from "../folder/folder.ts";
import { StackError } from "../stack-error.ts";

export interface SystemCallers<User extends string = never> {
  file: string;
  tokens: Readonly<Record<ProductCaller | User, string>>;
}

/**
 * Creates tokens for the product's processes, and for the given users with the RPCs that each may call.
 * Existing tokens of the folder, and callers that were added to its file, are kept.
 */
export async function makeCallers<User extends string = never>(
  folder: string,
  users: Readonly<Record<User, string[]>> = {} as Record<User, string[]>,
): Promise<SystemCallers<User>> {
  const file = join(folder, "callers.json");
  const tokensFile = join(folder, "caller-tokens.json");
  const entries = await readEntries(file);
  const kept = await readTexts(tokensFile);

  const rpcs: Readonly<Record<string, string[]>> = users;
  const names = [...productCallers, ...Object.keys(users)];
  const tokens: Record<string, string> = {};
  const callers = names.map((name) => {
    const digests = entries.find((entry) => entry.name === name)?.digests ?? [];
    const token = kept[name];
    const isKnown = token !== undefined && digests.includes(digestCallerToken(token));
    const valid = isKnown ? token : createCallerToken();
    tokens[name] = valid;
    return {
      name,
      digests: isKnown ? digests : [digestCallerToken(valid)],
      ...(rpcs[name] && { rpcs: rpcs[name] }),
    };
  });
  const others = entries.filter(({ name }) => !names.includes(name));
  await writePrivately(tokensFile, `${JSON.stringify(tokens, null, 2)}\n`);
  await writePrivately(file, formatCallers([...callers, ...others]));
  return { file, tokens: tokens as Record<ProductCaller | User, string> };
}

async function readEntries(file: string) {
  try {
    return parseCallers((await readIfThere(file)) ?? formatCallers([]));
  } catch (error) {
    if (!(error instanceof CallersFileError)) throw error;
    throw new StackError(
      `${file} is not a valid callers file: ${error.message}.`,
      "Correct the file, or delete it. Start then creates a new file without the callers that you added.",
      { cause: error },
    );
  }
}

export type IdentityKeys = Awaited<ReturnType<typeof makeIdentityKeys>>;

/**
 * Creates the keys of a system once per folder. Throws a StackError if a later start finds no valid keys,
 * because no other key decrypts the data. Production refuses these keys.
 */
export async function makeIdentityKeys(folder: string) {
  const file = join(folder, "identity-keys.json");
  const isNew = (await readIfThere(file)) === undefined;
  const kept = await readTexts(file);
  const keyOf = (name: string): string => {
    const key = isNew ? createKeyring(LOCAL_KEY_ID) : kept[name];
    if (key !== undefined && parseKeyring(key)) return key;
    throw new StackError(
      `${file} contains no valid ${name}.`,
      "Restore the file. If you delete it, webhooks need new secrets and people must sign in again.",
    );
  };
  const keys = { SESSION_KEY: keyOf("SESSION_KEY"), SECRETS_KEY: keyOf("SECRETS_KEY") };
  if (isNew) await writePrivately(file, `${JSON.stringify(keys, null, 2)}\n`);
  return keys;
}
