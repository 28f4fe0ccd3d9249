import { findAnswer, idempotent } from "@tms/kit/database/idempotent";
import { IdentityService, type SignInResponse } from "@tms/proto/tms/identity/v1/identity";
import type { Context, Rpcs } from "../context.ts";
import { findByEmail, updateAccount, type AccountRow } from "../db/accounts.ts";
import { credentialsInvalid } from "../errors.ts";
import { canonicalEmail } from "../mail/address.ts";
import { masked } from "../masked.ts";
import { DECOY_HASH, isOutdated } from "../passwords/hashing.ts";
import { grantFirst, signedIn } from "../sessions/grant.ts";
import { openSession } from "../sessions/open.ts";
import { countingFailures } from "../throttle/throttle.ts";

const method = IdentityService.method.signIn;

/** Signs in by password. An unknown address takes as long to refuse as a wrong password. */
export const signIn =
  (context: Context): Rpcs["signIn"] =>
  async (request) => {
    const { db, log, hasher, sessionKeys } = context;
    const { password, source } = request;
    const mask = masked(sessionKeys, method.input, request, (copy, digest) => {
      copy.password = digest(copy.password);
    });
    const mutation = { faultPoint: "identity.sign-in", method, request: mask } as const;
    const earlier = await findAnswer(db, mutation);
    if (earlier !== undefined) return await answer(context, earlier);
    const email = canonicalEmail(request.email);
    const attempt = { account: email, address: source.address };
    const account = await countingFailures({ db, log }, attempt, () =>
      checkPassword(context, email, password),
    );
    const rehashed = isOutdated(account.passwordHash) ? await hasher.hash(password) : undefined;
    const response = await idempotent(db, mutation, async (tx) => {
      const who = { userId: account.id, passwordHash: account.passwordHash };
      const opened = await openSession(tx, who, "browser", source);
      // The password was replaced while the former one was checked.
      if (opened === undefined) throw credentialsInvalid();
      if (rehashed !== undefined) await updateAccount(tx, account.id, { passwordHash: rehashed });
      return { signedIn: signedIn(opened) };
    });
    return await answer(context, response);
  };

async function checkPassword(
  { db, hasher }: Context,
  email: string,
  password: string,
): Promise<AccountRow> {
  const account = await findByEmail(db, email);
  const isRight = await hasher.verify(account?.passwordHash ?? DECOY_HASH, password);
  if (account === undefined || !isRight) throw credentialsInvalid();
  return account;
}

async function answer(context: Context, { signedIn: stored }: SignInResponse) {
  return { signedIn: await grantFirst(context, stored?.session?.id ?? "") };
}
