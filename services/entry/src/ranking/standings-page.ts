import { DomainError } from "@tms/kit/errors/domain-error";
import type { Queryable } from "@tms/kit/database/handle";
import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import { findReadSoFar } from "../db/final-ranking.ts";
import type { TournamentKey } from "../db/registrations.ts";
import { toStandingsOrder } from "../db/entries.ts";
import { listStandings, type StandingsPosition } from "../db/standings.ts";
import { rankOf } from "./competition-rank.ts";
import { readRanking, type Ranking } from "./ranking-parts.ts";

/**
 * Reads a page of the standings, or of the final ranking if the scores of the tournament are final. Returns
 * undefined if the tournament has no registration.
 */
export async function readStandingsPage(
  db: Queryable,
  { gameId, tournamentId, pageToken }: TournamentKey & { pageToken: string },
  size: number,
  readFinal: typeof readFinalPage = readFinalPage,
) {
  const isFinal = isFinalToken(pageToken, tournamentId);
  const after = isFinal ? null : decodePosition(pageToken, tournamentId);
  const [page] = await listStandings(db, [tournamentId], after, isFinal ? 0 : size + 1);
  if (page === undefined) return undefined;
  if (page.gameId !== gameId) throw new DomainError("TOURNAMENT_NOT_FOUND");
  const { rows, entries, frozen, feeMinor, provisional } = page;
  const ranked = rows.map((row) => ({ ...row, rank: rankOf(row, entries ?? 0, frozen) }));
  // A list that began before the end of the tournament starts again, because the final order differs.
  const { items, nextPageToken } =
    page.scored && page.closed
      ? await readFinal(db, page, size, isFinal ? pageToken : "")
      : cutPage(ranked, size, toList(tournamentId), (row) => [
          toStandingsOrder(row),
          new Date(row.joinedMs).toISOString(),
          row.id,
        ]);
  return { items, nextPageToken, feeMinor, provisional };
}

const toList = (tournamentId: string) => ["standings", tournamentId];
// An order has at most nine digits, except 1,000,000,000, the order of disqualified entries.
const PARTS = [/^(\d{1,9}|10{9})$/, TOKEN_PART.time, TOKEN_PART.id];

function decodePosition(pageToken: string, tournamentId: string): StandingsPosition | null {
  const parts = decodePageToken(pageToken, toList(tournamentId), PARTS);
  if (parts === undefined) return null;
  const [order = "0", joinedAt = "", id = ""] = parts;
  return { order: Number(order), joinedAt: new Date(joinedAt), id };
}

const toFinalList = (tournamentId: string) => ["final standings", tournamentId];
const FINAL_PARTS = [TOKEN_PART.count, TOKEN_PART.count, TOKEN_PART.count, TOKEN_PART.id];

function isFinalToken(pageToken: string, tournamentId: string) {
  try {
    return decodePageToken(pageToken, toFinalList(tournamentId), FINAL_PARTS) !== undefined;
  } catch {
    return false;
  }
}

/** Reads a page of the final ranking. The page token carries the rank, because entries do not store it. */
export async function readFinalPage(
  db: Queryable,
  ranking: Ranking,
  size: number,
  pageToken: string,
) {
  const { tournamentId } = ranking;
  const list = toFinalList(tournamentId);
  const cursor = decodePageToken(pageToken, list, FINAL_PARTS);
  let [part = 0, position = 0, rank = 0] = (cursor ?? []).slice(0, 3).map(Number);
  const after = (cursor && (await findReadSoFar(db, tournamentId, cursor[3] ?? ""))) ?? null;
  const rows = await readRanking(db, ranking, "all", { part, after }, size + 1);
  let last = after && { part, place: after.place };
  const ranked = rows.map((row) => {
    if (last?.part !== row.part || last.place !== row.place) rank = position + 1;
    position++;
    last = row;
    return { ...row, rank: row.disqualified ? null : rank, position };
  });
  return cutPage(ranked, size, list, (row) => [row.part, row.position, row.rank ?? 0, row.id]);
}
