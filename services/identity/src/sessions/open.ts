import { randomBytes } from "node:crypto";
import type { Tx } from "@tms/kit/database/handle";
import { newId } from "@tms/kit/values/ids";
import { lockAccount, type AccountRow } from "../db/accounts.ts";
import { displaceSessions, insertSession, type SessionRow } from "../db/sessions.ts";
import { sourceOf, type Source } from "./source.ts";

const SALT_BYTES = 16;
const MOST_SESSIONS = 50;

/** A session and whose it is. */
export interface Opened {
  account: AccountRow;
  session: SessionRow;
}

/**
 * Opens a session; beyond fifty, those that were used longest ago end. Undefined if the account is
 * gone, or has another password than the one that was checked.
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
  await displaceSessions(tx, account.id, MOST_SESSIONS - 1);
  const session = await insertSession(tx, {
    id: newId(),
    userId: account.id,
    kind,
    salt: randomBytes(SALT_BYTES),
    ...sourceOf(source),
  });
  return { account, session };
}
