import type { Db } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { DomainError } from "@tms/kit/errors/domain-error";
import { traced } from "@tms/kit/process/fault-points";
import { refusedAlone } from "@tms/kit/rpc/outcomes";
import { lockBoards } from "../db/boards.ts";
import { findPending } from "../db/joins.ts";
import {
  closeRegistrations,
  findRegistered,
  findRegistrations,
  lockRegistrations,
  withoutStuck,
  type RegistrationKey,
  type RegistrationState,
} from "../db/registrations.ts";
import { tournamentBusy } from "../errors.ts";
import { chargePending, type RecoveryContext } from "./charge.ts";

export type CloseOutcome = RegistrationState | DomainError;

/** Closes registrations. The outcome of a registration that stays locked is UNAVAILABLE. */
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
    if (registration?.gameId !== gameId) return new DomainError("TOURNAMENT_NOT_FOUND");
    return registration.closedAt === null ? tournamentBusy() : registration;
  });
}

/** Closes each registration, unless another transaction has locked the registration or its board. */
async function closeFree(db: Db, keys: readonly RegistrationKey[]) {
  const ids = keys.map(({ tournamentId }) => tournamentId);
  await transaction(db, "entry.close-registration", async (tx) => {
    const locked = await lockRegistrations(tx, ids, "skip");
    const boards = await lockBoards(tx, ids, "skip");
    const held = new Set(await findRegistered(tx, ids));
    for (const { tournamentId, scored } of locked)
      if (!scored || boards.has(tournamentId)) held.delete(tournamentId);
    const free = keys.filter(({ tournamentId }) => !held.has(tournamentId));
    await closeRegistrations(tx, free);
  });
}

// Charging more joins would exceed the deadline of the caller.
const MAX_CHARGED = 1_000;

/** Charges up to MAX_CHARGED pending joins of a closed registration. Returns its new state, or an error. */
export async function finishPending(context: RecoveryContext, closed: CloseOutcome) {
  if (closed instanceof Error || closed.pending === 0) return closed;
  const { tournamentId } = closed;
  return await refusedAlone(context.log, async () => {
    await chargePending(context, await findPending(context.db, tournamentId, MAX_CHARGED));
    const [after = closed] = await findRegistrations(context.db, [tournamentId]);
    return after;
  });
}
