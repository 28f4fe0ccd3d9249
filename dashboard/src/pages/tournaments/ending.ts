import type { Tournament } from "../../api/types.ts";
import { isFinal } from "./statuses.ts";

type Timed = Pick<Tournament, "status" | "startTime" | "endTime" | "updatedAt">;

/**
 * When a tournament ended, and whether that was before its scheduled end; undefined while it has not. One that
 * ends as scheduled is changed afterwards, by its settlement.
 */
export function endOf({
  status,
  endTime,
  updatedAt,
}: Timed): { at: string; early: boolean } | undefined {
  if (status !== "settling" && !isFinal(status)) return undefined;
  const early = Date.parse(updatedAt) < Date.parse(endTime);
  return { at: early ? updatedAt : endTime, early };
}

/** Whether gamers can join a tournament whose play has not started. */
export const isUpcoming = (
  { status, startTime }: Pick<Timed, "status" | "startTime">,
  now: number,
): boolean => status === "published" && Date.parse(startTime) > now;
