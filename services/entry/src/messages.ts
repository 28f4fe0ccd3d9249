import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import {
  EntrySchema,
  GamerSchema,
  ListedEntrySchema,
  type Entry,
  type Gamer,
  type ListedEntry,
} from "@tms/proto/tms/entry/v1/entry";
import type { EntryRow } from "./db/entries.ts";
import type { GamerRow } from "./db/gamers.ts";
import type { ListedRow, StandingsPage } from "./db/standings.ts";
import { rankOf } from "./ranking/competition-rank.ts";

/** A stored entry as callers see it. */
export function entryMessage(row: EntryRow): Entry {
  const rank = rankOf(row, row.entries ?? 0, row.frozen_at != null);
  return create(EntrySchema, {
    id: row.id,
    tournamentId: row.tournament_id,
    gamerId: row.gamer_id,
    handle: row.handle,
    fee: { currency: row.currency, minorUnits: row.fee_minor },
    joinTime: timestampFromDate(row.joined_at),
    createTime: timestampFromDate(row.created_at),
    updateTime: timestampFromDate(row.updated_at),
    ...(row.eliminated_at && { eliminateTime: timestampFromDate(row.eliminated_at) }),
    ...(rank !== null && { rank }),
    provisional: row.growing ?? false,
  });
}

/** An entry on a page of the standings. */
export const listedMessage = (row: ListedRow, page: StandingsPage): ListedEntry =>
  create(ListedEntrySchema, {
    id: row.id,
    gamerId: row.gamer_id,
    handle: row.handle,
    joinTimeMs: BigInt(row.joined_ms),
    eliminateTimeMs: row.eliminated_ms === null ? undefined : BigInt(row.eliminated_ms),
    rank: rankOf(row, page.entries ?? 0, page.frozen) ?? undefined,
    createTimeMs: BigInt(row.created_ms),
    updateTimeMs: BigInt(row.updated_ms),
  });

/** A stored gamer as callers see it. */
export function gamerMessage(row: GamerRow): Gamer {
  return create(GamerSchema, {
    id: row.id,
    gameId: row.game_id,
    handle: row.handle,
    createTime: timestampFromDate(row.created_at),
    updateTime: timestampFromDate(row.updated_at),
  });
}
