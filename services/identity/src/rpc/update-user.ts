import { findAnswer, idempotent } from "@tms/kit/database/idempotent";
import { nameOf } from "@tms/kit/values/input";
import { IdentityService, type PasswordChange } from "@tms/proto/tms/identity/v1/identity";
import type { Context, Rpcs } from "../context.ts";
import { findAccount, updateAccount, type AccountRow } from "../db/accounts.ts";
import { credentialsInvalid, userNotFound } from "../errors.ts";
import { masked } from "../masked.ts";
import { userMessage } from "../messages.ts";
import { requireStrong } from "../passwords/strength.ts";
import { endAllSessions } from "../sessions/end.ts";
import { lockForSession } from "../sessions/lock-for-session.ts";
import { countingFailures } from "../throttle/throttle.ts";

const method = IdentityService.method.updateUser;

/** Changes a person's name or password. A new password ends all sessions but the one that asks. */
export const updateUser =
  (context: Context): Rpcs["updateUser"] =>
  async (request) => {
    const { db, sessionKeys } = context;
    const { userId, sessionId, password, source } = request;
    const mask = masked(sessionKeys, method.input, request, (copy, digest) => {
      if (copy.password === undefined) return;
      copy.password.current = digest(copy.password.current);
      copy.password.next = digest(copy.password.next);
    });
    const mutation = { faultPoint: "identity.update-user", method, request: mask } as const;
    const earlier = await findAnswer(db, mutation);
    if (earlier !== undefined) return earlier;
    const account = await findAccount(db, userId);
    if (account === undefined) throw userNotFound();
    const name = request.name === undefined ? {} : { name: nameOf("name", request.name, 100) };
    const passwordHash =
      password && (await checkAndHash(context, account, password, source.address));
    return await idempotent(db, mutation, async (tx) => {
      const locked = await lockForSession(tx, userId, sessionId);
      if (passwordHash === undefined)
        return { user: userMessage(await updateAccount(tx, userId, name)) };
      // The password was replaced while the former one was checked.
      if (locked.passwordHash !== account.passwordHash) throw credentialsInvalid();
      const updated = await updateAccount(tx, userId, { ...name, passwordHash });
      await endAllSessions(tx, userId, "password_changed", sessionId);
      return { user: userMessage(updated) };
    });
  };

/** Checks the present password, and hashes the next. */
async function checkAndHash(
  { db, log, hasher }: Context,
  account: AccountRow,
  { current, next, hints }: PasswordChange,
  address: string,
): Promise<string> {
  await countingFailures({ db, log }, { account: account.email, address }, async () => {
    if (!(await hasher.verify(account.passwordHash, current))) throw credentialsInvalid();
  });
  await requireStrong("password.next", next, [account.name, account.email, ...hints]);
  return await hasher.hash(next);
}
