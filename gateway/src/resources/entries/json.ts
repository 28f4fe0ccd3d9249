import type { ListEntriesResponse } from "@tms/proto/tms/entry/v1/entry";
import type { Game } from "@tms/proto/tms/game/v1/game";
import { entryStateName } from "@tms/resources/entry";
import { exponentOf } from "@tms/resources/values/currency";
import { toMajor } from "@tms/resources/values/money";
import { ifMetadata } from "@tms/resources/values/metadata";
import { createIsoWriter } from "@tms/resources/values/times";
import type { EntryListJson } from "./schemas.ts";

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
      ...(entry.displayName !== "" && { displayName: entry.displayName }),
      entryFee,
      joinedAt: isoOfMs(entry.joinTimeMs),
      state: entryStateName(entry.state),
      eliminated: entry.eliminateTimeMs !== undefined,
      eliminatedAt: entry.eliminateTimeMs === undefined ? null : isoOfMs(entry.eliminateTimeMs),
      rank: entry.rank ?? null,
      // Before the end only those who are out have a rank.
      provisional: page.provisional && entry.rank !== undefined,
      ...ifMetadata(entry.metadata),
      createdAt: isoOfMs(entry.createTimeMs),
      updatedAt: isoOfMs(entry.updateTimeMs),
    })),
    nextCursor: page.nextPageToken || null,
  };
}
