import type { Settlement, Tournament } from "../../api/types.ts";
import { isFinal } from "./statuses.ts";

/**
 * Returns whether a settlement has nothing left to do. A dead settlement can be retried. A missing
 * settlement can still be scheduled.
 */
export const isSettled = (settlement: Pick<Settlement, "state"> | null | undefined): boolean =>
  settlement?.state === "done";

/** Returns whether a tournament changes no more. Refunds leave the pool after a cancellation. */
export const isUnchanging = ({
  status,
  prizePool,
}: Pick<Tournament, "status" | "prizePool">): boolean => isFinal(status) && prizePool === 0;

/** Returns whether a tournament takes no more entries, so that its settlement is due. */
export const hasEnded = (status: Tournament["status"]): boolean =>
  status === "settling" || isFinal(status);

/** A tournament's pool, and where its money went. */
export interface Pool {
  amount: number;
  note?: "paid out" | "refunded";
}

/** Returns the pool of a tournament, or undefined while it is not known. */
export function getPool(
  { status, prizePool }: Pick<Tournament, "status" | "prizePool">,
  settlement: Pick<Settlement, "state" | "pool"> | null | undefined,
): Pool | undefined {
  const total = settlement?.pool ?? null;
  if (total === null) {
    // A pool can be empty because it was paid out.
    const isUnknown = hasEnded(status) && prizePool === 0 && settlement !== null;
    return isUnknown ? undefined : { amount: prizePool };
  }
  if (total === 0 || !isSettled(settlement)) return { amount: total };
  return { amount: total, note: status === "cancelled" ? "refunded" : "paid out" };
}
