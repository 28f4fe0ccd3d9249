import type { Db } from "@tms/kit/database/handle";
import { cutPage, decodePageToken, TOKEN_PART, type Page } from "@tms/kit/values/page";
import type { RegistrationRow } from "../db/registrations.ts";
import { findReadSoFar, type ReadSoFar } from "../db/scoring/final-standings.ts";
import { partsOf, readInOrder, scoringOf, type Part, type PartRow } from "./ranking-parts.ts";

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
