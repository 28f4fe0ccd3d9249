import type { Queryable } from "@tms/kit/database/handle";
import type { ScoringTerms } from "@tms/kit/values/scoring";
import { cutPage, decodePageToken, TOKEN_PART, type Page } from "@tms/kit/values/page";
import { getBoard } from "../db/boards.ts";
import {
  findBestPlaces,
  findReadSoFar,
  readPlaced,
  readUnplaced,
  type FinalRow,
  type PlaceRange,
  type ReadSoFar,
} from "../db/final-standings.ts";
import {
  countRankable,
  type RegistrationRow,
  type RegistrationState,
} from "../db/registrations.ts";
import { PLACE } from "../db/strata.ts";
import { isSamePlace } from "../scoring/places.ts";
import { toRankGroups, type RankGroup } from "./competition-rank.ts";
import type { Ranked } from "./entry-rank.ts";

type Part = "leading" | "unscored" | "eliminated" | "outside" | "disqualified";

/** Returns the parts of a ranking by scores, the best first. */
const toParts = ({ noScore }: ScoringTerms): readonly Part[] =>
  noScore === "in"
    ? ["leading", "unscored", "eliminated", "disqualified"]
    : ["leading", "eliminated", "outside", "disqualified"];

/** Returns the parts whose entries can be paid. They come first in the ranking. */
const toPayableParts = (scoring: ScoringTerms): readonly Part[] =>
  toParts(scoring).filter((part) => part !== "outside" && part !== "disqualified");

/** The sort keys of parts that have sort keys. A sort key begins with the number of its class. */
const RANGES: Readonly<Partial<Record<Part, PlaceRange>>> = {
  leading: { from: Buffer.of(PLACE.placed), to: Buffer.of(PLACE.unscored) },
  eliminated: { from: Buffer.of(PLACE.eliminated), to: Buffer.of(PLACE.outside) },
};

/** An entry of a ranking, and the index of its part. */
export interface PartRow extends FinalRow {
  part: number;
}

/** The position after the last entry that was read. */
export interface PartPosition {
  part: number;
  after: ReadSoFar | null;
}

async function readInOrder(
  db: Queryable,
  tournamentId: string,
  parts: readonly Part[],
  from: PartPosition,
  limit: number,
): Promise<PartRow[]> {
  const found: PartRow[] = [];
  let { after } = from;
  for (let index = from.part; index < parts.length && found.length < limit; index++) {
    const part = parts[index] ?? "disqualified";
    const range = RANGES[part];
    const kind = part === "disqualified" ? part : "unscored";
    const left = limit - found.length;
    const rows = range
      ? await readPlaced(db, tournamentId, range, after, left)
      : await readUnplaced(db, kind, tournamentId, after, left);
    for (const row of rows) found.push({ ...row, part: index });
    after = null;
  }
  return found;
}

/** Reads entries that can be paid, in the order of the ranking. */
export async function readPayable(
  db: Queryable,
  tournamentId: string,
  from: PartPosition,
  limit: number,
): Promise<PartRow[]> {
  const { scoring } = await getBoard(db, tournamentId);
  return await readInOrder(db, tournamentId, toPayableParts(scoring), from, limit);
}

/** Counts the entries of a tournament with scores that can be paid. */
export async function countPayable(
  db: Queryable,
  registration: RegistrationState,
): Promise<number> {
  const { scoring, listed } = await getBoard(db, registration.tournamentId);
  return scoring.noScore === "in" ? countRankable(registration) : listed;
}

/** A rank group, and the sort key of its entries; null for entries without a score. */
export interface PlacedRankGroup extends RankGroup {
  place: Buffer | null;
}

/** Returns at most `max` of the best rank groups that can be paid. */
export async function findPayableGroups(
  db: Queryable,
  registration: RegistrationState,
  max: number,
): Promise<PlacedRankGroup[]> {
  const { tournamentId } = registration;
  const { scoring, listed } = await getBoard(db, tournamentId);
  const groups: Omit<PlacedRankGroup, "rank">[] = [];
  for (const part of toPayableParts(scoring)) {
    const left = max - groups.length;
    if (left <= 0) break;
    const range = RANGES[part];
    if (range) {
      groups.push(...(await findBestPlaces(db, tournamentId, range, left)));
      continue;
    }
    const unscored = countRankable(registration) - listed;
    if (unscored > 0) groups.push({ place: null, entries: unscored });
  }
  return toRankGroups(groups);
}

/** An entry of a final ranking. The rank is null for disqualified entries. */
export interface RankedRow extends Ranked<PartRow> {
  /** The index in the standings, from 1. */
  position: number;
}

const toList = (tournamentId: string) => ["final standings", tournamentId];
const TOKEN_PARTS = [TOKEN_PART.count, TOKEN_PART.count, TOKEN_PART.count, TOKEN_PART.id];

/** Returns whether scores decided the order, at the end of the tournament or when it was canceled. */
export const isRankedByScores = ({ scored, closedAt }: RegistrationRow): boolean =>
  scored && closedAt !== null;

/** Returns whether {@link readFinalPage} issued a page token for this tournament. */
export function isFinalToken(pageToken: string, tournamentId: string): boolean {
  try {
    return decodePageToken(pageToken, toList(tournamentId), TOKEN_PARTS) !== undefined;
  } catch {
    return false;
  }
}

/** Reads a page of a final ranking by scores. The ranks are counted, because entries do not store them. */
export async function readFinalPage(
  db: Queryable,
  tournamentId: string,
  size: number,
  pageToken: string,
): Promise<Page<RankedRow>> {
  const list = toList(tournamentId);
  const cursor = decodePageToken(pageToken, list, TOKEN_PARTS);
  let [part = 0, position = 0, rank = 0] = (cursor ?? []).slice(0, 3).map(Number);
  const after = (cursor && (await findReadSoFar(db, tournamentId, cursor[3] ?? ""))) ?? null;
  const { scoring } = await getBoard(db, tournamentId);
  const rows = await readInOrder(db, tournamentId, toParts(scoring), { part, after }, size + 1);
  let last = after && { part, place: after.place };
  const ranked = rows.map((row) => {
    if (last?.part !== row.part || !isSamePlace(last.place, row.place)) rank = position + 1;
    position++;
    last = row;
    return { ...row, rank: row.disqualified ? null : rank, position };
  });
  const toPosition = (row: RankedRow) => [row.part, row.position, row.rank ?? 0, row.id];
  return cutPage(ranked, size, list, toPosition);
}
