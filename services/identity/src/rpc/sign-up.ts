import { randomBytes } from "node:crypto";
import { findAnswer, idempotent } from "@tms/kit/database/idempotent";
import { nameOf } from "@tms/kit/values/input";
import { newId } from "@tms/kit/values/ids";
import type { Keyring } from "@tms/kit/values/keyring";
import { IdentityService, type SignUpResponse } from "@tms/proto/tms/identity/v1/identity";
import { CODE_MINUTES, digestCode, makeDigits } from "../codes/codes.ts";
import { signUpToken } from "../codes/sign-up-token.ts";
import type { Context, Rpcs } from "../context.ts";
import { findByEmail } from "../db/accounts.ts";
import { insertSignUp } from "../db/sign-ups.ts";
import { canonicalEmail } from "../mail/address.ts";
import { stageMail } from "../mail/stage.ts";
import { codeMail, knownAddressMail } from "../mail/texts.ts";
import { masked } from "../masked.ts";
import { requireStrong } from "../passwords/strength.ts";
import { siteOf } from "../throttle/network.ts";
import { limitRequests } from "../throttle/throttle.ts";

const method = IdentityService.method.signUp;
const purpose = "verify_email";

/**
 * Takes a sign-up, and returns the token by which its code is used. Whether or not the address has an account, a password is hashed, the same
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
    if (earlier !== undefined) return withToken(sessionKeys, earlier);
    const name = nameOf("name", request.name, 100);
    const email = canonicalEmail(request.email);
    await limitRequests(db, "sign_up", request.source.address);
    await requireStrong("password", request.password, [name, email]);
    const passwordHash = await hasher.hash(request.password);
    const code = makeDigits();
    const digest = digestCode(sessionKeys, purpose, email, code);
    const id = newId();
    const response = await idempotent(db, mutation, async (tx) => {
      const isKnown = (await findByEmail(tx, email)) !== undefined;
      // The digest of no code: an account that is there cannot be entered by guessing six digits.
      const stored = isKnown ? randomBytes(digest.length) : digest;
      const row = { id, email, name, passwordHash, digest: stored };
      await insertSignUp(tx, row, CODE_MINUTES[purpose]);
      await stageMail(tx, secretsKeys, {
        to: email,
        kind: "mail_sign_up",
        text: isKnown ? knownAddressMail(publicUrl) : codeMail(code),
        usefulMinutes: CODE_MINUTES[purpose],
        requester: siteOf(request.source.address),
      });
      return { signUpId: id };
    });
    return withToken(sessionKeys, response);
  };

/** Adds the token to a stored answer. One of the release before has no sign-up of its own. */
const withToken = (keys: Keyring, { signUpId }: SignUpResponse) => ({
  signUpId,
  token: signUpId === "" ? "" : signUpToken(keys, signUpId),
});
