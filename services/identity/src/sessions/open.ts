import type { Tx } from "@tms/kit/database/handle";
import { DomainError, found } from "@tms/kit/errors/domain-error";
import { newId } from "@tms/kit/values/ids";
import { randomBytes } from "node:crypto";
import { lockAccount, type AccountRow } from "../db/accounts.ts";
import { deleteApprovedCodes } from "../db/codes.ts";
import {
  displaceSessions,
  endSession,
  endSessionsOf,
  insertSession,
  shareLiveSession,
  type SessionRow,
} from "../db/sessions.ts";
import type { EndReason } from "../db/tables.ts";

export interface Source {
  address: string;
  agent: string;
}

const LONGEST_AGENT = 200;

export const sourceOf = ({ address, agent }: Source): Source => ({
  address,
  // Postgres cannot store U+0000.
  agent: agent.replaceAll("\0", "").slice(0, LONGEST_AGENT),
});

const SALT_BYTES = 16;
const MAX_SESSIONS = 50;

export interface Opened {
  account: AccountRow;
  session: SessionRow;
}

/**
 * Opens a session. If the person has fifty sessions, the least recently used session ends. Returns undefined
 * if the account was deleted, or if its password has changed since the check.
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
 * Locks a person's account for a change that one of the person's sessions requests, and returns the account.
 * Throws SESSION_ENDED if the session has ended. Otherwise the session cannot end before the transaction
 * does. `sessionId` is empty in requests from a gateway of the previous release.
 */
export async function lockForSession(
  tx: Tx,
  userId: string,
  sessionId: string,
): Promise<AccountRow> {
  // The account is locked before its codes and sessions, which is the order in all transactions.
  const account = found(await lockAccount(tx, userId), "USER_NOT_FOUND");
  if (sessionId !== "" && !(await shareLiveSession(tx, userId, sessionId)))
    throw new DomainError("SESSION_ENDED");
  return account;
}

// An ended session may have approved a device code. The code is deleted, because it would open a session.
// Every transaction locks the account, then its codes, then its sessions.

/**
 * Ends all of a person's sessions except `exceptId`, and deletes the person's approved codes. The account
 * must be locked, so that no code is exchanged meanwhile.
 */
export async function endAllSessions(
  tx: Tx,
  userId: string,
  endReason: EndReason,
  exceptId?: string,
): Promise<void> {
  await deleteApprovedCodes(tx, userId);
  await endSessionsOf(tx, userId, endReason, exceptId);
}

/**
 * Ends a session that another person may have used, and deletes the device codes that the person approved.
 * Returns undefined if the session had ended before. The account must be locked, so that no code is approved
 * meanwhile.
 */
export async function endDoubtful(
  tx: Tx,
  { id, userId }: Pick<SessionRow, "id" | "userId">,
  endReason: EndReason,
): Promise<SessionRow | undefined> {
  await deleteApprovedCodes(tx, userId);
  return await endSession(tx, id, endReason);
}
