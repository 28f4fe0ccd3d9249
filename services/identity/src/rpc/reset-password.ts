import { findAnswer, idempotent } from "@tms/kit/database/idempotent";
import { IdentityService, type ResetPasswordResponse } from "@tms/proto/tms/identity/v1/identity";
import { digestsOf } from "../codes/codes.ts";
import type { Context, Rpcs } from "../context.ts";
import { findByEmail, updateAccount, type AccountRow } from "../db/accounts.ts";
import { findCode, tryCode } from "../db/codes.ts";
import { codeInvalid } from "../errors.ts";
import { masked } from "../masked.ts";
import { requireStrong } from "../passwords/strength.ts";
import { endAllSessions } from "../sessions/end.ts";
import { grantFirst, signedIn } from "../sessions/grant.ts";
import { openSession } from "../sessions/open.ts";
import { countingFailures, forgiveAccount } from "../throttle/throttle.ts";

const method = IdentityService.method.resetPassword;
const purpose = "reset_password";

/** Sets a new password by a mailed token. All sessions end, and failed attempts are forgiven. */
export const resetPassword =
  (context: Context): Rpcs["resetPassword"] =>
  async (request) => {
    const { db, log, hasher, sessionKeys } = context;
    const { password, source } = request;
    const mask = masked(sessionKeys, method.input, request, (copy, digest) => {
      copy.token = digest(copy.token);
      copy.password = digest(copy.password);
    });
    const mutation = { faultPoint: "identity.reset-password", method, request: mask } as const;
    const earlier = await findAnswer(db, mutation);
    if (earlier !== undefined) return await answer(context, earlier);
    const digests = digestsOf(sessionKeys, purpose, "", request.token);
    const account = await countingFailures({ db, log }, { address: source.address }, () =>
      accountOf(context, digests),
    );
    await requireStrong("password", password, [account.name, account.email]);
    const passwordHash = await hasher.hash(password);
    const response = await idempotent(db, mutation, async (tx) => {
      if (!(await tryCode(tx, purpose, account.email, digests))) throw codeInvalid();
      await updateAccount(tx, account.id, { passwordHash });
      await endAllSessions(tx, account.id, "password_changed");
      await forgiveAccount(tx, account.email);
      const opened = await openSession(tx, { userId: account.id }, "browser", source);
      if (opened === undefined) throw codeInvalid();
      return { signedIn: signedIn(opened) };
    });
    return await answer(context, response);
  };

/** The account that a token may change; throws CODE_INVALID if there is none. */
async function accountOf({ db }: Context, digests: readonly Buffer[]): Promise<AccountRow> {
  const code = await findCode(db, purpose, digests);
  const account = code && (await findByEmail(db, code.email));
  if (account === undefined) throw codeInvalid();
  return account;
}

async function answer(context: Context, { signedIn: stored }: ResetPasswordResponse) {
  return { signedIn: await grantFirst(context, stored?.session?.id ?? "") };
}
