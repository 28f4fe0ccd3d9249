import type { Tx } from "@tms/kit/database/handle";
import { deleteApprovedCodes } from "../db/device-codes.ts";
import { endSession, endSessionsOf, type SessionRow } from "../db/sessions.ts";
import type { EndReason } from "../db/tables.ts";

// Whoever held a session that ends could have approved a device code with it, which is a session to
// come. Codes go before sessions: whoever exchanges one locks them in this order too.

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

/** Ends a session that somebody else may have held, and what it let in; undefined if it had ended before. */
export async function endDoubtful(
  tx: Tx,
  { id, userId }: Pick<SessionRow, "id" | "userId">,
  endReason: EndReason,
): Promise<SessionRow | undefined> {
  await deleteApprovedCodes(tx, userId);
  return await endSession(tx, id, endReason);
}
