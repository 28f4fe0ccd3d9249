import type { Tx } from "@tms/kit/database/handle";
import { deleteApprovedCodes } from "../db/device-codes.ts";
import { endSession, endSessionsOf, type SessionRow } from "../db/sessions.ts";
import type { EndReason } from "../db/tables.ts";

// A session that ends may have approved a device code, which is a session to come. Every transaction
// locks the account, then its codes, then its sessions.

/**
 * Ends all of a person's sessions, but for one if it is named, and what they let in. The account must be
 * locked, so that no code is exchanged meanwhile.
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
 * Ends a session that another person may have held, and the codes that the person approved; undefined if
 * it had ended before. The account must be locked, so that no code is approved meanwhile.
 */
export async function endDoubtful(
  tx: Tx,
  { id, userId }: Pick<SessionRow, "id" | "userId">,
  endReason: EndReason,
): Promise<SessionRow | undefined> {
  await deleteApprovedCodes(tx, userId);
  return await endSession(tx, id, endReason);
}
