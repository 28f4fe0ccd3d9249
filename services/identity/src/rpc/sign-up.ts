import { randomBytes } from "node:crypto";
import { findAnswer, idempotent } from "@tms/kit/database/idempotent";
import { nameOf } from "@tms/kit/values/input";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import { CODE_MINUTES, digestCode, makeDigits } from "../codes/codes.ts";
import type { Context, Rpcs } from "../context.ts";
import { findByEmail } from "../db/accounts.ts";
import { replaceCode } from "../db/codes.ts";
import { canonicalEmail } from "../mail/address.ts";
import { stageMail } from "../mail/stage.ts";
import { codeMail, knownAddressMail } from "../mail/texts.ts";
import { masked } from "../masked.ts";
import { requireStrong } from "../passwords/strength.ts";
import { limitRequests } from "../throttle/throttle.ts";

const method = IdentityService.method.signUp;
const purpose = "verify_email";

/**
 * Takes a sign-up. Whether or not the address has an account, a password is hashed, the same
 * statements are run and one mail is staged; only the person who reads it learns which.
 */
export const signUp =
  ({ db, hasher, publicUrl, sessionKeys, secretsKeys }: Context): Rpcs["signUp"] =>
  async (request) => {
    const mask = masked(sessionKeys, method.input, request, (copy, digest) => {
      copy.password = digest(copy.password);
    });
    const mutation = { faultPoint: "identity.sign-up", method, request: mask } as const;
    const earlier = await findAnswer(db, mutation);
    if (earlier !== undefined) return earlier;
    const name = nameOf("name", request.name, 100);
    const email = canonicalEmail(request.email);
    await limitRequests(db, "sign_up", request.source.address);
    await requireStrong("password", request.password, [name, email]);
    const passwordHash = await hasher.hash(request.password);
    const code = makeDigits();
    const digest = digestCode(sessionKeys, purpose, email, code);
    return await idempotent(db, mutation, async (tx) => {
      const isKnown = (await findByEmail(tx, email)) !== undefined;
      // The digest of no code: an account that is there cannot be entered by guessing six digits.
      const stored = isKnown ? randomBytes(digest.length) : digest;
      const signUpOfCode = { name, passwordHash };
      // Also where no mail follows: a stranger's code that came before would confirm the stranger's
      // password, to whoever takes it for the answer to this sign-up.
      await replaceCode(
        tx,
        { purpose, email, digest: stored },
        CODE_MINUTES[purpose],
        signUpOfCode,
      );
      await stageMail(tx, secretsKeys, {
        to: email,
        kind: "mail_sign_up",
        text: isKnown ? knownAddressMail(publicUrl) : codeMail(code),
        usefulMinutes: CODE_MINUTES[purpose],
      });
      return {};
    });
  };
