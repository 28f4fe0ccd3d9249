import type { Context, Rpcs } from "../context.ts";
import { signingKeyMessage } from "../messages.ts";
import { publishedKeys } from "../tokens/signing-keys.ts";

/** Lists the public halves of the keys that sign access tokens. */
export const listSigningKeys =
  ({ db, secretsKeys }: Context): Rpcs["listSigningKeys"] =>
  async () => ({
    keys: (await publishedKeys(db, secretsKeys)).map(signingKeyMessage),
  });
