import type { Db } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { DomainError } from "@tms/kit/errors/domain-error";
import { traced } from "@tms/kit/process/fault-points";
import { refusedAlone } from "@tms/kit/rpc/outcomes";
import { lockBoards } from "../db/boards.ts";
import { findPending } from "../db/pending-joins.ts";
import {
  closeRegistrations,
  findRegistered,
  findRegistrations,
  lockRegistrations,
  withoutStuck,
  type RegistrationKey,
  type RegistrationState,
} from "../db/registrations.ts";
import { tournamentBusy, tournamentNotFound } from "../errors.ts";
import { chargePending } from "./charge.ts";
import type { RecoveryContext } from "./recovery.ts";

/** A registration that is closed, or why it is not. */
export type CloseOutcome = RegistrationState | DomainError;

/**
 * Closes registrations, also those that nobody opened, and tells in the order of the keys what became
 * of each. Joins that were under way are still pending.
 */
export async function closeNow(db: Db, keys: readonly RegistrationKey[]): Promise<CloseOutcome[]> {
  await withoutStuck((whenHeld) =>
    whenHeld === "skip"
      ? closeFree(db, keys)
      : traced("entry.close-registration", () => closeRegistrations(db, keys)),
  );
  const ids = keys.map(({ tournamentId }) => tournamentId);
  const found = await findRegistrations(db, ids);
  const registrations = new Map(found.map((each) => [each.tournamentId, each]));
  return keys.map(({ tournamentId, gameId }) => {
    const registration = registrations.get(tournamentId);
    if (registration?.gameId !== gameId) return tournamentNotFound();
    return registration.closedAt === null ? tournamentBusy() : registration;
  });
}

/** Closes registrations but those that others hold, or the boards of. */
async function closeFree(db: Db, keys: readonly RegistrationKey[]): Promise<void> {
  const ids = keys.map(({ tournamentId }) => tournamentId);
  await transaction(db, "entry.close-registration", async (tx) => {
    const locked = await lockRegistrations(tx, ids, "skip");
    const held = new Set(await findRegistered(tx, ids));
    const scored = locked.filter((registration) => registration.scored);
    const boards = await lockBoards(
      tx,
      scored.map(({ tournamentId }) => tournamentId),
      "skip",
    );
    for (const registration of locked)
      if (!registration.scored || boards.has(registration.tournamentId))
        held.delete(registration.tournamentId);
    await closeRegistrations(
      tx,
      keys.filter(({ tournamentId }) => !held.has(tournamentId)),
    );
  });
}

// More would take longer than a caller waits.
const MOST_CHARGED = 1_000;

/** Charges the joins that were under way when a registration was closed, as far as that is possible now. */
export async function chargePendingOf(
  context: RecoveryContext,
  closed: CloseOutcome,
): Promise<CloseOutcome> {
  if (closed instanceof Error || closed.pending === 0) return closed;
  const { tournamentId } = closed;
  return await refusedAlone(context.log, async () => {
    await chargePending(context, await findPending(context.db, tournamentId, MOST_CHARGED));
    const [after = closed] = await findRegistrations(context.db, [tournamentId]);
    return after;
  });
}
