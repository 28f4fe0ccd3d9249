import type { TimelinePoint } from "../../../../api/types.ts";

/**
 * A timeline with the moment before its first point, when there was nothing: a line of one point
 * cannot be seen, and a tournament that filled in a moment would begin full.
 */
export function withBeginning(timeline: readonly TimelinePoint[]): TimelinePoint[] {
  const [first, second] = timeline;
  if (first === undefined) return [];
  const widthMs = second === undefined ? 1 : Date.parse(second.at) - Date.parse(first.at);
  const at = new Date(Date.parse(first.at) - widthMs).toISOString();
  return [{ at, entries: 0, eliminated: 0, disqualified: 0, prizePool: 0 }, ...timeline];
}
