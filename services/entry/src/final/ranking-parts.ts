import type { Queryable } from "@tms/kit/database/handle";
import type { ScoringTerms } from "@tms/kit/values/scoring";
import { getBoard } from "../db/scoring/boards.ts";
import {
  readPlaced,
  readUnplaced,
  type FinalRow,
  type PlaceRange,
  type ReadSoFar,
} from "../db/scoring/final-standings.ts";
import { PLACE } from "../values/places.ts";

/** A part of a ranking by scores. */
export type Part = "leading" | "unscored" | "eliminated" | "outside" | "disqualified";

// Places begin with the number of their class.
const LEADING: PlaceRange = { from: Buffer.of(PLACE.placed), to: Buffer.of(PLACE.unscored) };

/** The places of the eliminated. */
export const ELIMINATED: PlaceRange = {
  from: Buffer.of(PLACE.eliminated),
  to: Buffer.of(PLACE.outside),
};

/** The parts of a ranking, the best first; those without a score have no places of their own. */
export const partsOf = ({ noScore }: ScoringTerms): readonly Part[] =>
  noScore === "in"
    ? ["leading", "unscored", "eliminated", "disqualified"]
    : ["leading", "eliminated", "outside", "disqualified"];

/** Those parts of a ranking whose entries can be paid: they are the beginning of it. */
export const payablePartsOf = (scoring: ScoringTerms): readonly Part[] =>
  partsOf(scoring).filter((part) => part !== "outside" && part !== "disqualified");

/** The ranges of those parts that consist of places. */
export const RANGES: Readonly<Partial<Record<Part, PlaceRange>>> = {
  leading: LEADING,
  eliminated: ELIMINATED,
};

/** How a tournament that takes scores is ranked. */
export async function scoringOf(db: Queryable, tournamentId: string): Promise<ScoringTerms> {
  return (await getBoard(db, tournamentId)).scoring;
}

/** An entry of a ranking, and which part of it that is in, counted from 0. */
export interface PartRow extends FinalRow {
  part: number;
}

/** Where reading a ranking goes on: in which of its parts, and after which entry of that. */
export interface PartPosition {
  part: number;
  after: ReadSoFar | null;
}

/** Reads entries in the order of a ranking, the given parts of it alone. */
export async function readInOrder(
  db: Queryable,
  tournamentId: string,
  parts: readonly Part[],
  from: PartPosition,
  limit: number,
): Promise<PartRow[]> {
  const found: PartRow[] = [];
  let { after } = from;
  for (let part = from.part; part < parts.length && found.length < limit; part++) {
    const which = parts[part] ?? "disqualified";
    const rows = await readPart(db, tournamentId, which, after, limit - found.length);
    for (const row of rows) found.push({ ...row, part });
    after = null;
  }
  return found;
}

async function readPart(
  db: Queryable,
  tournamentId: string,
  part: Part,
  after: ReadSoFar | null,
  limit: number,
): Promise<FinalRow[]> {
  const range = RANGES[part];
  if (range) return await readPlaced(db, tournamentId, range, after, limit);
  const which = part === "disqualified" ? part : "unscored";
  return await readUnplaced(db, which, tournamentId, after, limit);
}
