import type { Tx } from "@tms/kit/database/handle";
import { lockAccount, type AccountRow } from "../db/accounts.ts";
import { shareLiveSession } from "../db/sessions.ts";
import { sessionEnded, userNotFound } from "../errors.ts";

/**
 * Locks a person's account, for a change that one of the person's sessions asks for. Throws
 * SESSION_ENDED if the session has ended; it ends only after the transaction otherwise. A gateway of
 * the release before names no session.
 */
export async function lockForSession(
  tx: Tx,
  userId: string,
  sessionId: string,
): Promise<AccountRow> {
  // The account is locked before its codes and sessions, in the order of every transaction.
  const account = await lockAccount(tx, userId);
  if (account === undefined) throw userNotFound();
  if (sessionId !== "" && !(await shareLiveSession(tx, userId, sessionId))) throw sessionEnded();
  return account;
}
