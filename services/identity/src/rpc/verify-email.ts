import { findAnswer, idempotent } from "@tms/kit/database/idempotent";
import { newId } from "@tms/kit/values/ids";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import { digestsOf } from "../codes/codes.ts";
import type { Context, Rpcs } from "../context.ts";
import { insertAccount } from "../db/accounts.ts";
import { takeSignUp } from "../db/codes.ts";
import { codeInvalid } from "../errors.ts";
import { canonicalEmail } from "../mail/address.ts";
import { masked } from "../masked.ts";
import { grantFirst, signedIn } from "../sessions/grant.ts";
import { openSession } from "../sessions/open.ts";
import { countingFailures } from "../throttle/throttle.ts";

const method = IdentityService.method.verifyEmail;
const purpose = "verify_email";

/**
 * Makes a sign-up an account, and signs in. The name and the password are those given with the very
 * code that is used, whoever else signed up with the address.
 */
export const verifyEmail =
  (context: Context): Rpcs["verifyEmail"] =>
  async (request) => {
    const { db, log, sessionKeys } = context;
    const { source } = request;
    const email = canonicalEmail(request.email);
    const mask = masked(sessionKeys, method.input, request, (copy, digest) => {
      copy.code = digest(copy.code);
    });
    const mutation = { faultPoint: "identity.verify-email", method, request: mask } as const;
    const verify = () =>
      // A wrong code is an answer without a session: the try that it took is stored with it.
      idempotent(db, mutation, async (tx) => {
        const digests = digestsOf(sessionKeys, purpose, email, request.code);
        const signUp = await takeSignUp(tx, email, digests);
        const account = signUp && (await insertAccount(tx, { id: newId(), email, ...signUp }));
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
