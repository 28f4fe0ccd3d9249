import type { ScoringTerms } from "@tms/kit/values/scoring";
import type { Result } from "../db/attempts.ts";
import { PLACE } from "../db/strata.ts";
import type { EntryState } from "../db/tables.ts";

/** The properties of an entry that determine its sort key. */
export interface Placed {
  state: EntryState;
  /** The number of eliminated entries after its elimination; null while it is in. */
  exitNumber: number | null;
  /** The rank that the game gave at the end. */
  placement: number | null;
  /** Null without an attempt that counts. */
  result: Result | null;
  /** The sequence of the attempt that last changed the result. */
  reached: number | null;
}

/**
 * Returns the sort key of an entry. On one board, the better entry has the lower bytes, and equal bytes
 * share a rank. Returns null for entries without a sort key: those that are in without a score, and
 * disqualified ones.
 */
export function placeFor(terms: ScoringTerms, entry: Placed): Buffer | null {
  const { state, exitNumber, placement, result } = entry;
  if (state === "disqualified") return null;
  if (state === "eliminated") return numbered(PLACE.eliminated, MAX_ENTRIES - (exitNumber ?? 0));
  if (placement !== null) return numbered(PLACE.placed, placement);
  return result === null ? null : scoredPlace(terms, result, entry.reached);
}

// More than any placement or exit number.
const MAX_ENTRIES = 1_000_000_000;
const NUMBER_BYTES = 8;
// Makes every score a number without a sign.
const BIAS = 1n << 63n;

function numbered(kind: number, number: number): Buffer {
  const place = Buffer.alloc(5);
  place.writeUInt8(kind);
  place.writeUInt32BE(number, 1);
  return place;
}

function scoredPlace(terms: ScoringTerms, result: Result, reached: number | null): Buffer {
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

/**
 * Returns the rank of an entry that stands behind `better` others by its sort key. With `noScore: "in"`,
 * entries without a score have no sort key and rank ahead of eliminated entries.
 */
export const rankOnBoard = (
  better: number,
  isEliminated: boolean,
  { noScore, unscored }: { noScore: "in" | "out"; unscored: number },
): number => 1 + better + (isEliminated && noScore === "in" ? unscored : 0);
