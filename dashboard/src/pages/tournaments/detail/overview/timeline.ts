import type { Entry } from "../../../../api/types.ts";

/** How a tournament stood at a moment. */
export interface TimelinePoint {
  at: string;
  entries: number;
  eliminated: number;
  prizePool: number;
}

const MOST_POINTS = 200;

/** How a tournament came to stand as it does, by its entries: who joined, who went out, and when. */
export function timelineOf(
  entries: readonly Entry[],
  entryFee: number,
  until: number,
): TimelinePoint[] {
  const joins = sorted(entries.map(({ joinedAt }) => joinedAt));
  const exits = sorted(entries.flatMap(({ eliminatedAt }) => eliminatedAt ?? []));
  const [first] = joins;
  if (first === undefined) return [];
  const last = Math.max(until, joins.at(-1) ?? 0, exits.at(-1) ?? 0);
  const width = Math.max(1, Math.ceil((last - first) / (MOST_POINTS - 1)));
  const points: TimelinePoint[] = [
    { at: new Date(first - width).toISOString(), entries: 0, eliminated: 0, prizePool: 0 },
  ];
  let joined = 0;
  let out = 0;
  for (let at = first; at < last + width; at += width) {
    while ((joins[joined] ?? Infinity) <= at) joined++;
    while ((exits[out] ?? Infinity) <= at) out++;
    points.push({
      at: new Date(at).toISOString(),
      entries: joined,
      eliminated: out,
      prizePool: joined * entryFee,
    });
  }
  return points;
}

const sorted = (moments: readonly string[]): number[] =>
  moments.map((moment) => Date.parse(moment)).toSorted((a, b) => a - b);
