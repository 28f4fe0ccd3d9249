import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { findAnswer, once } from "@tms/kit/database/idempotent";
import { transaction } from "@tms/kit/database/transaction";
import { DomainError, found } from "@tms/kit/errors/domain-error";
import { traced } from "@tms/kit/process/fault-points";
import { mutation } from "@tms/kit/rpc/rpcs";
import { newId } from "@tms/kit/values/ids";
import { createToken } from "@tms/kit/values/secret";
import { canonicalUserCode, digestCode, digestsOf, makeUserCode, masked } from "../codes.ts";
import type { Context, Rpcs } from "../context.ts";
import { findAccount, findByEmail, lockAccount, updateAccount } from "../db/accounts.ts";
import {
  approveDeviceCode as approve,
  insertDeviceCode,
  lockDeviceCode,
  pollDeviceCode,
  setDeviceSession,
  type DeviceCodeRow,
} from "../db/codes.ts";
import { findLiveSessions, findSession, listSessions } from "../db/sessions.ts";
import { canonicalEmail } from "../mail/stage.ts";
import { sessionMessage, signingKeyMessage } from "../messages.ts";
import { DECOY_HASH, isOutdated } from "../passwords.ts";
import {
  endDoubtful,
  grantFirst,
  grantStored,
  lockForSession,
  openSession,
  refresh,
  signedIn,
  signOut as endByToken,
  type Source,
} from "../sessions.ts";
import { countingFailures, limitRequests } from "../throttle.ts";
import { publishedKeys, replaceKeys } from "../tokens.ts";

const POLL_INTERVAL_S = 5;

export const sessionRpcs = {
  /** Opens a session. Rejecting an unknown address takes as long as rejecting a wrong password. */
  async signIn(context, request, call) {
    const { db, hasher, sessionKeys } = context;
    const { password, source } = request;
    const mask = masked(sessionKeys, request, (digest) => ({ password: digest(password) }));
    const earlier = await findAnswer(db, call, mask);
    if (earlier !== undefined) return await grantStored(context, earlier);
    const email = canonicalEmail(request.email);
    const attempt = { account: email, address: source.address };
    const account = await countingFailures(context, attempt, () =>
      checkPassword(context, email, password),
    );
    const rehashed = isOutdated(account.passwordHash) ? await hasher.hash(password) : undefined;
    const response = await once(db, "identity.sign-in", call, mask, async (tx) => {
      const who = { userId: account.id, passwordHash: account.passwordHash };
      const opened = await openSession(tx, who, "browser", source);
      // Another request changed the password after the check.
      if (opened === undefined) throw new DomainError("CREDENTIALS_INVALID");
      if (rehashed !== undefined) await updateAccount(tx, account.id, { passwordHash: rehashed });
      return { signedIn: signedIn(opened) };
    });
    return await grantStored(context, response);
  },

  /** Exchanges a refresh token. Needs no request_id: for ten seconds, a repeat returns the same successor. */
  async refreshSession(context, { refreshToken, source }) {
    return { signedIn: await refresh(context, refreshToken, source) };
  },

  /** Ends the session of a refresh token. Ignores a string that is not a genuine token. */
  async signOut(context, { refreshToken }) {
    await endByToken(context, refreshToken);
    return {};
  },

  async listSessions({ db }, { userId }) {
    return { sessions: (await listSessions(db, userId)).map(sessionMessage) };
  },

  /** Ends a session and deletes device codes that the person approved. A repeat changes nothing. */
  async revokeSession({ db }, { userId, sessionId, bySessionId }) {
    const session = await findSession(db, sessionId);
    if (session?.userId !== userId) throw new DomainError("SESSION_NOT_FOUND");
    await transaction(db, "identity.end-session", async (tx) => {
      await lockForSession(tx, userId, bySessionId);
      await endDoubtful(tx, session, "revoked");
    });
    return { session: sessionMessage(session) };
  },

  async batchCheckSessions({ db }, { sessionIds }) {
    const live = await findLiveSessions(db, sessionIds);
    return { sessions: live.map(({ id: sessionId, userId }) => ({ sessionId, userId })) };
  },

  /** Creates a device code and a user code. A repeat creates new codes, and the first codes expire unused. */
  async startDeviceCode({ db, sessionKeys }, { source }) {
    await limitRequests(db, "device_code", source.address);
    const [code, userCode] = [createToken(), makeUserCode()];
    const row = await traced("identity.start-device-code", () =>
      insertDeviceCode(db, {
        id: newId(),
        digest: digestCode(sessionKeys, "device_code", "", code),
        userCodeDigest: digestCode(sessionKeys, "user_code", "", canonicalUserCode(userCode)),
        pollIntervalS: POLL_INTERVAL_S,
      }),
    );
    return {
      deviceCode: code,
      userCode,
      intervalSeconds: row.pollIntervalS,
      expireTime: timestampFromDate(row.expiresAt),
    };
  },

  /** Approves the device code of a user code. A repeat changes nothing. */
  async approveDeviceCode(context, { userId, sessionId, userCode, source }) {
    const { db, sessionKeys } = context;
    const account = found(await findAccount(db, userId), "USER_NOT_FOUND");
    const digests = digestsOf(sessionKeys, "user_code", "", canonicalUserCode(userCode));
    await countingFailures(context, { account: account.email, address: source.address }, () =>
      transaction(db, "identity.approve-device-code", async (tx) => {
        await lockForSession(tx, userId, sessionId);
        if (!(await approve(tx, digests, userId))) throw new DomainError("CODE_INVALID");
      }),
    );
    return {};
  },

  async exchangeDeviceCode(context, { deviceCode, source }) {
    const digests = digestsOf(context.sessionKeys, "device_code", "", deviceCode);
    const poll = () => pollDeviceCode(context.db, digests);
    const code = found(await traced("identity.poll-device-code", poll), "CODE_INVALID");
    if (code.sessionId !== null) return await repeated(context, code.sessionId);
    if (code.tooSoon)
      throw new DomainError("SLOW_DOWN", undefined, { retryAfterMs: code.pollIntervalS * 1000 });
    if (code.approvedBy === null) throw new DomainError("AUTHORIZATION_PENDING");
    const sessionId = await exchange(context, code, source);
    return { signedIn: await grantFirst(context, sessionId) };
  },

  async listSigningKeys({ db, secretsKeys }) {
    return { keys: (await publishedKeys(db, secretsKeys)).map(signingKeyMessage) };
  },

  /** Replaces all signing keys, so that a thief of a key can no longer sign valid tokens. */
  rotateSigningKey: mutation("identity.rotate-signing-key", async ({ tx, secretsKeys }) => ({
    key: signingKeyMessage(await replaceKeys(tx, secretsKeys)),
  })),
} satisfies Rpcs;

async function checkPassword({ db, hasher }: Context, email: string, password: string) {
  const account = await findByEmail(db, email);
  const isRight = await hasher.verify(account?.passwordHash ?? DECOY_HASH, password);
  if (account === undefined || !isRight) throw new DomainError("CREDENTIALS_INVALID");
  return account;
}

/** Returns the tokens again for a few seconds, because the tool may not have received them. */
async function repeated(context: Context, sessionId: string) {
  const session = await findSession(context.db, sessionId);
  if (session === undefined || !session.live || !session.fresh || session.generation > 1)
    throw new DomainError("CODE_INVALID");
  return { signedIn: await grantFirst(context, sessionId) };
}

async function exchange({ db }: Context, code: DeviceCodeRow, source: Source): Promise<string> {
  return await transaction(db, "identity.exchange-device-code", async (tx) => {
    // All transactions lock the account before its codes.
    if (code.approvedBy !== null) await lockAccount(tx, code.approvedBy);
    const locked = await lockDeviceCode(tx, code.id);
    if (locked?.sessionId != null) return locked.sessionId;
    const userId = locked?.approvedBy;
    const opened = userId != null && (await openSession(tx, { userId }, "cli", source));
    if (!opened) throw new DomainError("CODE_INVALID");
    await setDeviceSession(tx, code.id, opened.session.id);
    return opened.session.id;
  });
}
