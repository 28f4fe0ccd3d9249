import type { Settlement, Tournament } from "../../api/schema.d.ts";

export type Status = Tournament["status"];

export const isFinal = (status: Status): boolean =>
  status === "completed" || status === "cancelled";

type Pooled = Pick<Tournament, "status" | "prizePool">;
type Timed = Pick<Tournament, "status" | "startTime" | "endTime" | "updatedAt">;

/**
 * Returns the end of an ended tournament, and whether it was early. `updatedAt` is before `endTime`
 * only after an early end, because the settlement of a scheduled end updates it later.
 */
export function findEnd({ status, endTime, updatedAt }: Timed) {
  if (status !== "settling" && !isFinal(status)) return undefined;
  const early = Date.parse(updatedAt) < Date.parse(endTime);
  return { at: early ? updatedAt : endTime, early };
}

type Starting = Pick<Timed, "status" | "startTime">;

export const isUpcoming = ({ status, startTime }: Starting, now: number): boolean =>
  status === "published" && Date.parse(startTime) > now;

/** Returns whether a settlement is done. A dead or missing settlement can still pay. */
export const isSettled = (settlement: Pick<Settlement, "state"> | null | undefined): boolean =>
  settlement?.state === "done";

/** Returns whether a tournament is final and its pool is empty. Refunds can follow a cancellation. */
export const isUnchanging = ({ status, prizePool }: Pooled): boolean =>
  isFinal(status) && prizePool === 0;

/** Returns whether a tournament has ended. It is then being settled, completed or cancelled. */
export const hasEnded = (status: Tournament["status"]): boolean =>
  status === "settling" || isFinal(status);

export function getPool(
  { status, prizePool }: Pooled,
  settlement: Pick<Settlement, "state" | "pool"> | null | undefined,
): { amount: number; note?: "paid out" | "refunded" } | undefined {
  const total = settlement?.pool ?? null;
  if (total === null) {
    // Until the settlement is loaded, an empty pool may be a pool that was paid out. The amount is then
    // unknown.
    const isUnknown = hasEnded(status) && prizePool === 0 && settlement !== null;
    return isUnknown ? undefined : { amount: prizePool };
  }
  if (total === 0 || !isSettled(settlement)) return { amount: total };
  return { amount: total, note: status === "cancelled" ? "refunded" : "paid out" };
}
