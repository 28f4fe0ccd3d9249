import type { ScoringTerms } from "@tms/kit/values/scoring";
import type { Result } from "./attempts.ts";
import { ORDERS, toStandingsOrder, type Outcome } from "./entries.ts";

/** The classes of a ranking, the best first. The first byte of a sort key is its class. */
export const PLACE = { placed: 1, scored: 2, unscored: 3, eliminated: 4, outside: 5 } as const;

export const classPlace = (kind: keyof typeof PLACE) =>
  `'\\x${Buffer.of(PLACE[kind]).toString("hex")}'::bytea`;

export interface Placed extends Outcome {
  result: Result | null;
  reached: number | null;
}

/** Returns the sort key of an entry, if any. A better entry has lower bytes. Equal bytes share a rank. */
export function placeFor(terms: ScoringTerms, entry: Placed): Buffer | null {
  const place = placeAt(toStandingsOrder(entry));
  if (place !== null || entry.disqualified || entry.result === null) return place;
  return scoredPlace(terms, entry.result, entry.reached);
}

const NUMBER_BYTES = 8;
// Makes every score non-negative, because sort keys contain unsigned numbers.
const BIAS = 1n << 63n;

/** Returns the sort key of an entry that was eliminated or placed by the game, otherwise null. */
function placeAt(order: number): Buffer | null {
  if (order === ORDERS.in[0] || order === ORDERS.disqualified[0]) return null;
  const place = Buffer.alloc(5);
  place.writeUInt8(order <= ORDERS.placed[1] ? PLACE.placed : PLACE.eliminated);
  place.writeUInt32BE(order, 1);
  return place;
}

export const placeText = (order: number): string | null => placeAt(order)?.toString("hex") ?? null;

/** Returns the standings order of a sort key from {@link placeText}. */
export const toOrder = (place: string): number =>
  Math.min(Buffer.from(place, "hex").readUInt32BE(1), ORDERS.disqualified[0]);

function scoredPlace(terms: ScoringTerms, result: Result, reached: number | null) {
  const directed = [
    [terms.direction, result.score] as const,
    ...terms.tieBreaks.map((direction, i) => [direction, result.tieBreaks[i] ?? 0] as const),
    ...(terms.ties === "earliest" ? [["lower", reached ?? 0] as const] : []),
  ];
  const place = Buffer.alloc(1 + NUMBER_BYTES * directed.length);
  place.writeUInt8(PLACE.scored);
  directed.forEach(([direction, number], index) => {
    const better = BigInt(direction === "lower" ? number : -number);
    place.writeBigUInt64BE(BIAS + better, 1 + NUMBER_BYTES * index);
  });
  return place;
}

export const isSamePlace = (one: Buffer | null, other: Buffer | null): boolean =>
  one === other || (one !== null && other !== null && one.equals(other));
