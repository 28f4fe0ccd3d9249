import type { Db } from "@tms/kit/database/handle";
import { cutPage, decodePageToken, TOKEN_PART, type Page } from "@tms/kit/values/page";
import { findRegistrations, type RegistrationRow } from "../db/registrations.ts";
import { countPlaced, findReadSoFar, type ReadSoFar } from "../db/scoring/final-standings.ts";
import { countBetter } from "../db/scoring/strata.ts";
import {
  ELIMINATED,
  partsOf,
  readInOrder,
  scoringOf,
  type Part,
  type PartRow,
} from "./ranking-parts.ts";

/** An entry of a ranking that is final. */
export interface RankedRow extends PartRow {
  /** Null for the disqualified, who come last. */
  rank: number | null;
  /** How many stand before it in the order of the standings, and it. */
  position: number;
}

const listOf = (tournamentId: string) => ["final standings", tournamentId];
const PARTS = [TOKEN_PART.count, TOKEN_PART.count, TOKEN_PART.count, TOKEN_PART.id];

/** Whether the ranking of a registration is final and was decided by scores. */
export const isRankedByScores = ({ scored, frozenAt }: RegistrationRow): boolean =>
  scored && frozenAt !== null;

/** Whether a page token was issued by {@link readFinalPage} for this tournament. */
export function isFinalToken(pageToken: string, tournamentId: string): boolean {
  try {
    return decodePageToken(pageToken, listOf(tournamentId), PARTS) !== undefined;
  } catch {
    return false;
  }
}

/** An entry with its final rank, where scores decided it. */
export const withFinalRank = async <T extends EntryKeys & Ranking>(
  db: Db,
  entry: T,
): Promise<T & { finalRank?: number | undefined }> =>
  entry.scored && entry.frozenAt != null
    ? { ...entry, finalRank: await findFinalRank(db, entry) }
    : entry;

/** What tells whether the ranking of an entry's tournament is final, and by what it was decided. */
interface Ranking {
  scored?: boolean;
  frozenAt?: Date | null;
}

/** The final rank of an entry of a tournament that scores decided; undefined for a disqualified one. */
async function findFinalRank(db: Db, entry: EntryKeys): Promise<number | undefined> {
  const { tournamentId, id } = entry;
  if (entry.disqualified) return undefined;
  const { noScore } = await scoringOf(db, tournamentId);
  const place = (await findReadSoFar(db, tournamentId, id))?.place ?? null;
  const countBefore = async (before: Buffer) =>
    (await countBetter(db, [{ tournamentId, place: before }]))[0] ?? 0;
  const ahead = await countBefore(ELIMINATED.from);
  const placed = await countPlaced(db, tournamentId);
  if (place === null) return 1 + (noScore === "in" ? ahead : placed);
  const isBehindUnscored = noScore === "in" && Buffer.compare(place, ELIMINATED.from) >= 0;
  // Nobody is pending any more: whoever has no place is in without a score.
  const [registration] = await findRegistrations(db, [tournamentId]);
  const ranked = (entry.entries ?? placed) - (registration?.disqualified ?? 0);
  const unscored = isBehindUnscored ? ranked - placed : 0;
  return 1 + (await countBefore(place)) + unscored;
}

interface EntryKeys {
  id: string;
  tournamentId: string;
  disqualified: boolean;
  /** How many entries there are; known of one that is out. */
  entries?: number | null;
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
