import { create } from "@bufbuild/protobuf";
import type { Tx } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { DomainError, found } from "@tms/kit/errors/domain-error";
import { traced } from "@tms/kit/process/fault-points";
import { newId } from "@tms/kit/values/ids";
import { mac, macs, type Keyring } from "@tms/kit/values/keyring";
import { SignedInSchema, type SignedIn } from "@tms/proto/tms/identity/v1/identity";
import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Context } from "./context.ts";
import { findAccount, lockAccount, type AccountRow } from "./db/accounts.ts";
import { deleteApprovedCodes } from "./db/codes.ts";
import {
  advanceSession,
  displaceSessions,
  endSession,
  endSessionsOf,
  findSession,
  insertSession,
  shareLiveSession,
  type FoundSession,
  type SessionRow,
} from "./db/sessions.ts";
import type { EndReason } from "./db/tables.ts";
import { stageMail } from "./mail/stage.ts";
import { reusedSessionMail } from "./mail/texts.ts";
import { sessionMessage, userMessage } from "./messages.ts";
import { issueAccessToken } from "./tokens.ts";

/** The origin of a session. The agent is the User-Agent header. */
export type Source = Pick<SessionRow, "address" | "agent">;

const MAX_AGENT_LENGTH = 200;

const sourceOf = ({ address, agent }: Source): Source => ({
  address,
  agent: agent.replaceAll("\0", "").slice(0, MAX_AGENT_LENGTH),
});

const SALT_BYTES = 16;
const MAX_SESSIONS = 50;

interface Opened {
  account: AccountRow;
  session: SessionRow;
}

/**
 * Opens a session. If the person has fifty sessions, ends the least recently used one. Returns undefined if
 * the account was deleted, or if its password has changed since the check.
 */
export async function openSession(
  tx: Tx,
  who: { userId: string; passwordHash?: string },
  kind: SessionRow["kind"],
  source: Source,
): Promise<Opened | undefined> {
  const account = await lockAccount(tx, who.userId);
  if (account === undefined) return undefined;
  if (who.passwordHash !== undefined && who.passwordHash !== account.passwordHash) return undefined;
  await displaceSessions(tx, account.id, MAX_SESSIONS - 1);
  const session = await insertSession(tx, {
    id: newId(),
    userId: account.id,
    kind,
    salt: randomBytes(SALT_BYTES),
    ...sourceOf(source),
  });
  return { account, session };
}

/**
 * Locks an account and its session, so that the session cannot end before the transaction does. Throws
 * SESSION_ENDED if the session has ended. Without a `sessionId` (previous release), locks only the account.
 */
export async function lockForSession(tx: Tx, userId: string, sessionId: string) {
  // The account is locked before its codes and sessions, which is the order in all transactions.
  const account = found(await lockAccount(tx, userId), "USER_NOT_FOUND");
  if (sessionId !== "" && !(await shareLiveSession(tx, userId, sessionId)))
    throw new DomainError("SESSION_ENDED");
  return account;
}

// An ended session may have approved a device code. The code is deleted, because it would open a session.

/** Ends sessions and deletes approved codes. Lock the account first, so that no code is exchanged. */
export async function endAllSessions(
  tx: Tx,
  userId: string,
  endReason: EndReason,
  exceptId?: string,
) {
  await deleteApprovedCodes(tx, userId);
  await endSessionsOf(tx, userId, endReason, exceptId);
}

/** Ends a session and deletes approved codes. Lock the account first. Returns undefined if it had ended. */
export async function endDoubtful(
  tx: Tx,
  { id, userId }: Pick<SessionRow, "id" | "userId">,
  endReason: EndReason,
) {
  await deleteApprovedCodes(tx, userId);
  return await endSession(tx, id, endReason);
}

const PREFIX = "tmsr_";
const ID_BYTES = 16;
const GENERATION_BYTES = 4;
const MAC_BYTES = 32;
const TOKEN_BYTES = ID_BYTES + GENERATION_BYTES + MAC_BYTES;
const FORM = /^tmsr_[A-Za-z0-9_-]{70}$/;
const LABEL = "refresh-token";

/** Returns the refresh token of a generation of a session, which is always the same. */
export function refreshToken(
  keys: Keyring,
  session: { id: string; salt: Uint8Array },
  generation: number,
): string {
  const body = bodyOf(session.id, generation);
  const proof = mac(keys, LABEL, session.salt, body);
  return PREFIX + Buffer.concat([body, proof]).toString("base64url");
}

function bodyOf(sessionId: string, generation: number): Buffer {
  const body = Buffer.alloc(ID_BYTES + GENERATION_BYTES);
  body.write(sessionId.replaceAll("-", ""), "hex");
  body.writeUInt32BE(generation, ID_BYTES);
  return body;
}

function parseRefreshToken(text: string) {
  if (!FORM.test(text)) return undefined;
  const encoded = text.slice(PREFIX.length);
  const bytes = Buffer.from(encoded, "base64url");
  // The last character has unused bits. Only its canonical form is valid.
  if (bytes.length !== TOKEN_BYTES || bytes.toString("base64url") !== encoded) return undefined;
  const hex = bytes.toString("hex", 0, ID_BYTES);
  return {
    sessionId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
    generation: bytes.readUInt32BE(ID_BYTES),
    mac: bytes.subarray(ID_BYTES + GENERATION_BYTES),
  };
}

/** Finds the session of a genuine token of any generation. The session may have ended. */
async function findByToken({ db, sessionKeys }: Context, token: string) {
  const claim = parseRefreshToken(token);
  const session = claim && (await findSession(db, claim.sessionId));
  if (claim === undefined || session === undefined) return undefined;
  const body = bodyOf(claim.sessionId, claim.generation);
  const isGenuine = macs(sessionKeys, LABEL, session.salt, body).some((expected) =>
    timingSafeEqual(expected, claim.mac),
  );
  return isGenuine ? { session, generation: claim.generation } : undefined;
}

const FIRST_GENERATION = 1;

export const signedIn = ({ account, session }: Opened): SignedIn =>
  create(SignedInSchema, { user: userMessage(account), session: sessionMessage(session) });

const withTokens = (
  { sessionKeys }: Context,
  { account, session }: Opened,
  access: Pick<SignedIn, "accessToken" | "expireTime">,
): SignedIn =>
  create(SignedInSchema, {
    ...signedIn({ account, session }),
    ...access,
    refreshToken: refreshToken(sessionKeys, session, session.generation),
  });

/**
 * Returns a session with its first tokens, for a response that is stored without them. A repeat gets the same
 * refresh token. After the first use of the token, a repeat throws SESSION_ENDED, because the first response
 * has arrived.
 */
export async function grantFirst(context: Context, sessionId: string): Promise<SignedIn> {
  const session = await findSession(context.db, sessionId);
  if (session === undefined || !session.live || session.generation !== FIRST_GENERATION)
    throw new DomainError("SESSION_ENDED");
  const account = found(await findAccount(context.db, session.userId), "SESSION_ENDED");
  return withTokens(context, { account, session }, await issueAccessToken(context, session));
}

export const grantStored = async (
  context: Context,
  { signedIn: stored }: { signedIn?: SignedIn | undefined },
) => ({ signedIn: await grantFirst(context, stored?.session?.id ?? "") });

/**
 * Exchanges a refresh token for its successor. The previous token gets the same successor for ten seconds,
 * because two tabs can use it at once, or a response can be lost. Any other use of an old token means that
 * the token was copied, so it ends the session.
 */
export async function refresh(context: Context, token: string, source: Source): Promise<SignedIn> {
  const { session, generation } = found(await findByToken(context, token), "SESSION_ENDED");
  if (!session.live) throw new DomainError("SESSION_ENDED");
  const account = found(await findAccount(context.db, session.userId), "SESSION_ENDED");
  // The access token is issued before the session advances, so that no step after the advance can fail.
  const access = await issueAccessToken(context, session);
  const next = found(await successor(context, session, generation, source), "SESSION_ENDED");
  return withTokens(context, { account, session: next }, access);
}

export async function signOut(context: Context, token: string) {
  const { session } = (await findByToken(context, token)) ?? {};
  if (session === undefined) return;
  await traced("identity.end-session", () => endSession(context.db, session.id, "signed_out"));
}

/** Returns the session in the generation after the token, or undefined if the token is no longer valid. */
async function successor(
  context: Context,
  session: FoundSession,
  generation: number,
  source: Source,
): Promise<SessionRow | undefined> {
  const { db } = context;
  if (generation === session.generation) {
    const advanced = await traced("identity.refresh-session", () =>
      advanceSession(db, session, sourceOf(source)),
    );
    if (advanced !== undefined) return advanced;
  }
  // Another request used the token first.
  const now = await findSession(db, session.id);
  if (now === undefined || !now.live) return undefined;
  if (now.generation === generation + 1 && now.fresh) return now;
  // Only an older generation proves a theft. A later generation was issued before the database was restored.
  if (generation < now.generation) await endForReuse(context, now);
  return undefined;
}

async function endForReuse({ db, publicUrl, secretsKeys }: Context, session: SessionRow) {
  await transaction(db, "identity.end-session", async (tx) => {
    await lockAccount(tx, session.userId);
    const ended = await endDoubtful(tx, session, "reused");
    const account = ended && (await findAccount(tx, ended.userId));
    // Another request ended the session and mailed the person.
    if (ended?.endedAt == null || account === undefined) return;
    const text = reusedSessionMail(publicUrl, ended.endedAt, ended.address);
    await stageMail(tx, secretsKeys, { to: account.email, kind: "warning", text });
  });
}
