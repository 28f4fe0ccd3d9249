import type { Entry, ListEntriesResponse } from "@tms/proto/tms/entry/v1/entry";
import type { Game } from "@tms/proto/tms/game/v1/game";
import { exponentOf } from "../../values/currency.ts";
import { toMajor } from "../../values/money.ts";
import { createIsoWriter, isoOf, isoOrNull } from "../../values/times.ts";
import type { EntryJson, EntryListJson } from "./schemas.ts";

/** An entry as callers see it. */
export const entryJson = (entry: Entry, game: Game): EntryJson => ({
  id: entry.id,
  tournament: entry.tournamentId,
  gamer: entry.gamerId,
  gamerHandle: entry.handle,
  entryFee: toMajor(entry.fee?.minorUnits ?? 0n, exponentOf(game)),
  joinedAt: isoOf(entry.joinTime),
  eliminated: entry.eliminateTime !== undefined,
  eliminatedAt: isoOrNull(entry.eliminateTime),
  rank: entry.rank ?? null,
  provisional: entry.provisional,
  createdAt: isoOf(entry.createTime),
  updatedAt: isoOf(entry.updateTime),
});

/** A page of a tournament's standings as callers see it. */
export function entryListJson(
  page: ListEntriesResponse,
  tournamentId: string,
  game: Game,
): EntryListJson {
  const entryFee = toMajor(page.feeMinorUnits, exponentOf(game));
  // Many entries of a page share their moments.
  const isoOfMs = createIsoWriter();
  return {
    entries: page.entries.map((entry) => ({
      id: entry.id,
      tournament: tournamentId,
      gamer: entry.gamerId,
      gamerHandle: entry.handle,
      entryFee,
      joinedAt: isoOfMs(entry.joinTimeMs),
      eliminated: entry.eliminateTimeMs !== undefined,
      eliminatedAt: entry.eliminateTimeMs === undefined ? null : isoOfMs(entry.eliminateTimeMs),
      rank: entry.rank ?? null,
      provisional: page.provisional && entry.eliminateTimeMs !== undefined,
      createdAt: isoOfMs(entry.createTimeMs),
      updatedAt: isoOfMs(entry.updateTimeMs),
    })),
    nextCursor: page.nextPageToken || null,
  };
}
