import type { Db, Queryable } from "@tms/kit/database/handle";
import { cutPage, decodePageToken, TOKEN_PART, type Page } from "@tms/kit/values/page";
import type { ScoringTerms } from "@tms/kit/values/scoring";
import { getBoard } from "../db/boards.ts";
import {
  findBestPlaces,
  findReadSoFar,
  getListedCount,
  readPlaced,
  readUnplaced,
  type FinalRow,
  type PlaceRange,
  type ReadSoFar,
} from "../db/final-standings.ts";
import { rankableOf, type RegistrationRow, type RegistrationState } from "../db/registrations.ts";
import { PLACE } from "../db/strata.ts";
import { rankedGroups, type RankGroup } from "./competition-rank.ts";

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

/**
 * How many entries of a tournament that takes scores can be paid as they stand: they are the beginning
 * of its ranking.
 */
export async function countPayable(
  db: Queryable,
  registration: RegistrationState,
): Promise<number> {
  const { tournamentId } = registration;
  if ((await scoringOf(db, tournamentId)).noScore === "in") return rankableOf(registration);
  return await getListedCount(db, tournamentId);
}

/** A rank group, and the place that its entries share; null for those without a score. */
export interface PlacedRankGroup extends RankGroup {
  place: Buffer | null;
}

/** The best rank groups of those who can be paid. */
export async function findPayableGroups(
  db: Queryable,
  registration: RegistrationState,
  most: number,
): Promise<PlacedRankGroup[]> {
  const { tournamentId } = registration;
  const groups: Omit<PlacedRankGroup, "rank">[] = [];
  for (const part of payablePartsOf(await scoringOf(db, tournamentId))) {
    const left = most - groups.length;
    if (left <= 0) break;
    const range = RANGES[part];
    if (range) {
      groups.push(...(await findBestPlaces(db, tournamentId, range, left)));
      continue;
    }
    const unscored = rankableOf(registration) - (await getListedCount(db, tournamentId));
    if (unscored > 0) groups.push({ place: null, entries: unscored });
  }
  return rankedGroups(groups);
}

/** An entry of a ranking that is final. */
export interface RankedRow extends PartRow {
  /** Null for the disqualified, who come last. */
  rank: number | null;
  /** How many stand before it in the order of the standings, and it. */
  position: number;
}

const listOf = (tournamentId: string) => ["final standings", tournamentId];
const PARTS = [TOKEN_PART.count, TOKEN_PART.count, TOKEN_PART.count, TOKEN_PART.id];

/** Whether scores decided the order of a registration, at the end or at a cancellation. */
export const isRankedByScores = ({ scored, closedAt }: RegistrationRow): boolean =>
  scored && closedAt !== null;

/** Whether a page token was issued by {@link readFinalPage} for this tournament. */
export function isFinalToken(pageToken: string, tournamentId: string): boolean {
  try {
    return decodePageToken(pageToken, listOf(tournamentId), PARTS) !== undefined;
  } catch {
    return false;
  }
}

/** A page of a final ranking of scores, with running ranks: nothing was written to any entry. */
export async function readFinalPage(
  db: Db,
  tournamentId: string,
  size: number,
  pageToken: string,
): Promise<Page<RankedRow>> {
  const cursor = decodePageToken(pageToken, listOf(tournamentId), PARTS);
  const [part = 0, position = 0, rank = 0] = (cursor ?? []).slice(0, 3).map(Number);
  const after = cursor ? await findReadSoFar(db, tournamentId, cursor[3] ?? "") : undefined;
  const parts = partsOf(await scoringOf(db, tournamentId));
  const from = { part, position, rank, after: after ?? null };
  const rows = await readParts(db, tournamentId, parts, from, size + 1);
  return cutPage(rows, size, listOf(tournamentId), (row) => [
    row.part,
    row.position,
    row.rank ?? 0,
    row.id,
  ]);
}

interface Progress {
  part: number;
  position: number;
  rank: number;
  after: ReadSoFar | null;
}

async function readParts(
  db: Db,
  tournamentId: string,
  parts: readonly Part[],
  from: Progress,
  limit: number,
): Promise<RankedRow[]> {
  const rows = await readInOrder(db, tournamentId, parts, from, limit);
  let { position, rank } = from;
  let last = from.after && { part: from.part, place: from.after.place };
  return rows.map((row) => {
    if (last?.part !== row.part || !isSame(last.place, row.place)) rank = position + 1;
    position++;
    last = row;
    return { ...row, rank: row.disqualified ? null : rank, position };
  });
}

const isSame = (one: Buffer | null, other: Buffer | null): boolean =>
  one === other || (one !== null && other !== null && one.equals(other));
