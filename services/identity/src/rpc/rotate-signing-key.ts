import { idempotent } from "@tms/kit/database/idempotent";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import type { Context, Rpcs } from "../context.ts";
import { signingKeyMessage } from "../messages.ts";
import { replaceKeys } from "../tokens/signing-keys.ts";

const method = IdentityService.method.rotateSigningKey;

/** Replaces the signing keys in an emergency: whoever has one can make tokens until then. */
export const rotateSigningKey =
  ({ db, secretsKeys }: Context): Rpcs["rotateSigningKey"] =>
  (request) =>
    idempotent(db, { faultPoint: "identity.rotate-signing-key", method, request }, async (tx) => ({
      key: signingKeyMessage(await replaceKeys(tx, secretsKeys)),
    }));
