import { timingSafeEqual } from "node:crypto";
import type { Tx } from "@tms/kit/database/handle";
import { findAnswer, idempotent } from "@tms/kit/database/idempotent";
import { newId } from "@tms/kit/values/ids";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import { digestsOf } from "../codes/codes.ts";
import { parseSignUpToken } from "../codes/sign-up-token.ts";
import type { Context, Rpcs } from "../context.ts";
import { insertAccount } from "../db/accounts.ts";
import { countTry, deleteSignUps, lockSignUp, type SignUpRow } from "../db/sign-ups.ts";
import { codeInvalid } from "../errors.ts";
import { canonicalEmail } from "../mail/address.ts";
import { masked } from "../masked.ts";
import { grantFirst, signedIn } from "../sessions/grant.ts";
import { openSession } from "../sessions/open.ts";
import { countingFailures } from "../throttle/throttle.ts";

const method = IdentityService.method.verifyEmail;
const purpose = "verify_email";

/**
 * Makes a sign-up an account, and signs in. The token names the sign-up, so a code that a stranger's
 * sign-up had mailed confirms nothing where the owner signed up.
 */
export const verifyEmail =
  (context: Context): Rpcs["verifyEmail"] =>
  async (request) => {
    const { db, log, sessionKeys } = context;
    const { source } = request;
    const email = canonicalEmail(request.email);
    const mask = masked(sessionKeys, method.input, request, (copy, digest) => {
      copy.code = digest(copy.code);
      copy.token = digest(copy.token);
    });
    const mutation = { faultPoint: "identity.verify-email", method, request: mask } as const;
    const verify = () =>
      // A wrong code is an answer without a session: the try that it took is stored with it.
      idempotent(db, mutation, async (tx) => {
        const signUp = await takeSignUp(tx, context, { ...request, email });
        const account = signUp && (await insertAccount(tx, { ...signUp, id: newId() }));
        const opened =
          account && (await openSession(tx, { userId: account.id }, "browser", source));
        return opened === undefined ? {} : { signedIn: signedIn(opened) };
      });
    const sessionOf = ({ signedIn: found }: Awaited<ReturnType<typeof verify>>): string => {
      if (found?.session === undefined) throw codeInvalid();
      return found.session.id;
    };
    const earlier = await findAnswer(db, mutation);
    const sessionId =
      earlier === undefined
        ? await countingFailures(
            { db, log },
            { account: email, address: source.address },
            async () => sessionOf(await verify()),
          )
        : sessionOf(earlier);
    return { signedIn: await grantFirst(context, sessionId) };
  };

/** Uses the code of a sign-up, or counts a try; undefined for a wrong code. */
async function takeSignUp(
  tx: Tx,
  { sessionKeys }: Context,
  { email, code, token }: { email: string; code: string; token: string },
): Promise<SignUpRow | undefined> {
  const id = token === "" ? undefined : parseSignUpToken(sessionKeys, token);
  if (token !== "" && id === undefined) return undefined;
  const signUp = await lockSignUp(tx, email, id);
  if (signUp === undefined) return undefined;
  const digests = digestsOf(sessionKeys, purpose, email, code);
  if (digests.some((digest) => timingSafeEqual(digest, signUp.digest))) {
    await deleteSignUps(tx, email);
    return signUp;
  }
  await countTry(tx, signUp.id);
  return undefined;
}
