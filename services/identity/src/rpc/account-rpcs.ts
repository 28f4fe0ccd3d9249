import type { Tx } from "@tms/kit/database/handle";
import { findAnswer, once } from "@tms/kit/database/idempotent";
import { DomainError, found } from "@tms/kit/errors/domain-error";
import { newId } from "@tms/kit/values/ids";
import { nameOf } from "@tms/kit/values/input";
import type { Keyring } from "@tms/kit/values/keyring";
import { createToken } from "@tms/kit/values/secret";
import type { PasswordChange, SignUpResponse } from "@tms/proto/tms/identity/v1/identity";
import { randomBytes, timingSafeEqual } from "node:crypto";
import {
  CODE_MINUTES,
  digestCode,
  digestsOf,
  makeDigits,
  masked,
  parseSignUpToken,
  signUpToken,
} from "../codes.ts";
import type { Context, Rpcs } from "../context.ts";
import {
  findAccount,
  findAccounts,
  findByEmail,
  insertAccount,
  updateAccount,
  type AccountRow,
} from "../db/accounts.ts";
import { forgetFailures } from "../db/attempts.ts";
import {
  countTry,
  deleteSignUps,
  findCode,
  insertSignUp,
  lockSignUp,
  replaceCode,
  tryCode,
  type SignUpRow,
} from "../db/codes.ts";
import { canonicalEmail, stageMail } from "../mail/stage.ts";
import { codeMail, knownAddressMail, resetMail } from "../mail/texts.ts";
import { userMessage } from "../messages.ts";
import { requireStrong } from "../passwords.ts";
import {
  endAllSessions,
  grantFirst,
  grantStored,
  lockForSession,
  openSession,
  signedIn,
} from "../sessions.ts";
import { countingFailures, limitRequests, siteOf } from "../throttle.ts";

const VERIFY = "verify_email";
const RESET = "reset_password";

export const accountRpcs = {
  /**
   * Returns the token that is needed to use the code. For an address with an account, the call also hashes
   * the password, runs the same statements and stages one mail. Only the reader of the mail therefore learns
   * of the account.
   */
  async signUp({ db, hasher, publicUrl, sessionKeys, secretsKeys }, request, call) {
    const mask = masked(sessionKeys, request, (digest) => ({ password: digest(request.password) }));
    const earlier = await findAnswer(db, call, mask);
    if (earlier !== undefined) return withToken(sessionKeys, earlier);
    const name = nameOf("name", request.name, 100);
    const email = canonicalEmail(request.email);
    await limitRequests(db, "sign_up", request.source.address);
    await requireStrong("password", request.password, [name, email]);
    const passwordHash = await hasher.hash(request.password);
    const code = makeDigits();
    const digest = digestCode(sessionKeys, VERIFY, email, code);
    const id = newId();
    const response = await once(db, "identity.sign-up", call, mask, async (tx) => {
      const isKnown = (await findByEmail(tx, email)) !== undefined;
      // If the address has an account, a random digest is stored, which no code has. Guessing six digits then
      // gives no access.
      const stored = isKnown ? randomBytes(digest.length) : digest;
      const row = { id, email, name, passwordHash, digest: stored };
      await insertSignUp(tx, row, CODE_MINUTES[VERIFY]);
      await stageMail(tx, secretsKeys, {
        to: email,
        kind: "mail_sign_up",
        text: isKnown ? knownAddressMail(publicUrl) : codeMail(code),
        usefulMinutes: CODE_MINUTES[VERIFY],
        requester: siteOf(request.source.address),
      });
      return { signUpId: id };
    });
    return withToken(sessionKeys, response);
  },

  /** Confirms the sign-up of the token. Rejects the code of a sign-up by a stranger for the same address. */
  async verifyEmail(context, request, call) {
    const { db, sessionKeys } = context;
    const { source } = request;
    const email = canonicalEmail(request.email);
    const mask = masked(sessionKeys, request, (digest) => ({
      code: digest(request.code),
      token: digest(request.token),
    }));
    const verify = () =>
      // The response to a wrong code has no session. It is returned, not thrown, so that the transaction also
      // stores the counted try.
      once(db, "identity.verify-email", call, mask, async (tx) => {
        const signUp = await takeSignUp(tx, context, { ...request, email });
        const account = signUp && (await insertAccount(tx, { ...signUp, id: newId() }));
        const opened =
          account && (await openSession(tx, { userId: account.id }, "browser", source));
        return opened === undefined ? {} : { signedIn: signedIn(opened) };
      });
    const sessionOf = ({ signedIn: grant }: Awaited<ReturnType<typeof verify>>): string =>
      found(grant?.session, "CODE_INVALID").id;
    const earlier = await findAnswer(db, call, mask);
    const attempt = { account: email, address: source.address };
    const sessionId =
      earlier === undefined
        ? await countingFailures(context, attempt, async () => sessionOf(await verify()))
        : sessionOf(earlier);
    return { signedIn: await grantFirst(context, sessionId) };
  },

  /** Mails a reset link. For an address without an account, the call does the same work but sends no mail. */
  async forgotPassword({ db, publicUrl, sessionKeys, secretsKeys }, request, call) {
    const mask = masked(sessionKeys, request, () => ({}));
    const earlier = await findAnswer(db, call, mask);
    if (earlier !== undefined) return earlier;
    const email = canonicalEmail(request.email);
    await limitRequests(db, "forgot_password", request.source.address);
    const token = createToken();
    const digest = digestCode(sessionKeys, RESET, "", token);
    return await once(db, "identity.forgot-password", call, mask, async (tx) => {
      const account = await findByEmail(tx, email);
      const { renewedInMs } = await stageMail(tx, secretsKeys, {
        to: email,
        kind: "mail_reset",
        text: resetMail(publicUrl, token),
        usefulMinutes: CODE_MINUTES[RESET],
        decoy: account === undefined,
        requester: siteOf(request.source.address),
      });
      // If the budget is spent, the last mailed link stays valid, so that a stranger cannot invalidate it
      // unnoticed.
      const code = { purpose: RESET, email, digest } as const;
      if (renewedInMs === 0) await replaceCode(tx, code, CODE_MINUTES[RESET]);
      return {};
    });
  },

  /** Sets a new password, ends all sessions, forgives failed attempts and opens a session. */
  async resetPassword(context, request, call) {
    const { db, hasher, sessionKeys } = context;
    const { password, source } = request;
    const mask = masked(sessionKeys, request, (digest) => ({
      token: digest(request.token),
      password: digest(password),
    }));
    const earlier = await findAnswer(db, call, mask);
    if (earlier !== undefined) return await grantStored(context, earlier);
    const digests = digestsOf(sessionKeys, RESET, "", request.token);
    const account = await countingFailures(context, { address: source.address }, () =>
      accountOf(context, digests),
    );
    await limitRequests(db, "password_change", source.address);
    await requireStrong("password", password, [account.name, account.email]);
    const passwordHash = await hasher.hash(password);
    const response = await once(db, "identity.reset-password", call, mask, async (tx) => {
      if (!(await tryCode(tx, RESET, account.email, digests)))
        throw new DomainError("CODE_INVALID");
      await updateAccount(tx, account.id, { passwordHash });
      await endAllSessions(tx, account.id, "password_changed");
      await forgetFailures(tx, account.email);
      const opened = await openSession(tx, { userId: account.id }, "browser", source);
      return { signedIn: signedIn(found(opened, "CODE_INVALID")) };
    });
    return await grantStored(context, response);
  },

  async getUser({ db }, { userId }) {
    const account = found(await findAccount(db, userId), "USER_NOT_FOUND");
    return { user: userMessage(account) };
  },

  async batchGetUsers({ db }, { userIds }) {
    return { users: (await findAccounts(db, userIds)).map(userMessage) };
  },

  /** Changes the name, the password or both. A new password ends all other sessions. */
  async updateUser(context, request, call) {
    const { db, sessionKeys } = context;
    const { userId, sessionId, password, source } = request;
    const mask = masked(sessionKeys, request, (digest) => {
      if (password === undefined) return {};
      const [current, next] = [digest(password.current), digest(password.next)];
      return { password: { ...password, current, next } };
    });
    const earlier = await findAnswer(db, call, mask);
    if (earlier !== undefined) return earlier;
    const account = found(await findAccount(db, userId), "USER_NOT_FOUND");
    const name = request.name === undefined ? {} : { name: nameOf("name", request.name, 100) };
    const passwordHash =
      password && (await checkAndHash(context, account, password, source.address));
    return await once(db, "identity.update-user", call, mask, async (tx) => {
      const locked = await lockForSession(tx, userId, sessionId);
      if (passwordHash === undefined)
        return { user: userMessage(await updateAccount(tx, userId, name)) };
      // Another request changed the password after the check.
      if (locked.passwordHash !== account.passwordHash)
        throw new DomainError("CREDENTIALS_INVALID");
      const updated = await updateAccount(tx, userId, { ...name, passwordHash });
      await endAllSessions(tx, userId, "password_changed", sessionId);
      return { user: userMessage(updated) };
    });
  },
} satisfies Rpcs;

/** Returns the token of a stored response. A response of the previous release has no sign-up id. */
const withToken = (keys: Keyring, { signUpId }: SignUpResponse) => ({
  signUpId,
  token: signUpId === "" ? "" : signUpToken(keys, signUpId),
});

/** Returns the sign-up and deletes all of the address if the code is correct. Otherwise counts a try. */
async function takeSignUp(
  tx: Tx,
  { sessionKeys }: Context,
  { email, code, token }: { email: string; code: string; token: string },
): Promise<SignUpRow | undefined> {
  const id = token === "" ? undefined : parseSignUpToken(sessionKeys, token);
  if (token !== "" && id === undefined) return undefined;
  const signUp = await lockSignUp(tx, email, id);
  if (signUp === undefined) return undefined;
  const digests = digestsOf(sessionKeys, VERIFY, email, code);
  if (digests.some((digest) => timingSafeEqual(digest, signUp.digest))) {
    await deleteSignUps(tx, email);
    return signUp;
  }
  await countTry(tx, signUp.id);
  return undefined;
}

async function accountOf({ db }: Context, digests: readonly Buffer[]) {
  const code = await findCode(db, RESET, digests);
  return found(code && (await findByEmail(db, code.email)), "CODE_INVALID");
}

async function checkAndHash(
  context: Context,
  account: AccountRow,
  { current, next, hints }: PasswordChange,
  address: string,
): Promise<string> {
  const { hasher } = context;
  await countingFailures(context, { account: account.email, address }, async () => {
    if (!(await hasher.verify(account.passwordHash, current)))
      throw new DomainError("CREDENTIALS_INVALID");
  });
  await limitRequests(context.db, "password_change", address);
  await requireStrong("password.next", next, [account.name, account.email, ...hints]);
  return await hasher.hash(next);
}
