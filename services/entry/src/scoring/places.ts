import type { ScoringTerms } from "@tms/kit/values/scoring";
import type { Result } from "../db/attempts.ts";
import { PLACE } from "../db/strata.ts";
import type { EntryState } from "../db/tables.ts";

/** What an entry is by what is stored of it. */
export const entryStateOf = ({
  disqualified,
  exitNumber,
}: {
  disqualified: boolean;
  exitNumber: number | null;
}): EntryState => (disqualified ? "disqualified" : exitNumber === null ? "in" : "eliminated");

/** What the place of an entry follows from. */
export interface Placed {
  state: EntryState;
  /** How many were out once it was; null while it is in. */
  exitNumber: number | null;
  /** Where its game placed it when it ended the tournament. */
  placement: number | null;
  /** What its attempts come to; null without any that counts. */
  result: Result | null;
  /** The attempt that last changed the result. */
  reached: number | null;
}

/** Which class of the ranking an entry is in; null for one that has no rank and is counted by nobody. */
function classOf(
  { noScore }: Pick<ScoringTerms, "noScore">,
  { state, placement, result }: Placed,
): keyof typeof PLACE | null {
  if (state === "disqualified") return null;
  if (state === "eliminated") return "eliminated";
  if (placement !== null) return "placed";
  if (result !== null) return "scored";
  return noScore === "in" ? "unscored" : "outside";
}

/**
 * The place of an entry as bytes: comparing two of one board byte by byte compares the entries, the
 * better first, and equal bytes share a rank. Null without a place of its own: for entries that are in
 * without a score, who stand together, and for the disqualified, who stand nowhere.
 */
export function placeFor(terms: ScoringTerms, entry: Placed): Buffer | null {
  const of = classOf(terms, entry);
  switch (of) {
    case "placed":
      return numbered(PLACE.placed, entry.placement ?? 0);
    case "eliminated":
      return numbered(PLACE.eliminated, MOST_ENTRIES - (entry.exitNumber ?? 0));
    case "scored":
      return scoredPlace(terms, entry);
    case "unscored":
    case "outside":
    case null:
      return null;
  }
}

// Far more than any placement or exit number.
const MOST_ENTRIES = 1_000_000_000;
const NUMBER_BYTES = 8;
// Makes every score a number without a sign.
const BIAS = 1n << 63n;

function numbered(of: number, number: number): Buffer {
  const place = Buffer.alloc(5);
  place.writeUInt8(of);
  place.writeUInt32BE(number, 1);
  return place;
}

function scoredPlace(terms: ScoringTerms, { result, reached }: Placed): Buffer {
  const directed = [
    [terms.direction, result?.score ?? 0] as const,
    ...terms.tieBreaks.map(
      (direction, index) => [direction, result?.tieBreaks[index] ?? 0] as const,
    ),
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

/**
 * Returns the rank of an entry that stands behind `better` others by its sort key. With `noScore: "in"`,
 * entries without a score have no sort key and rank ahead of eliminated entries.
 */
export const rankOnBoard = (
  better: number,
  isEliminated: boolean,
  { noScore, unscored }: { noScore: "in" | "out"; unscored: number },
): number => 1 + better + (isEliminated && noScore === "in" ? unscored : 0);
