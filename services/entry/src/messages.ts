import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { EntrySchema, GamerSchema, type Entry, type Gamer } from "@tms/proto/tms/entry/v1/entry";
import type { EntryRow } from "./db/entries.ts";
import type { GamerRow } from "./db/gamers.ts";
import { rankOf } from "./ranks.ts";

/** A stored entry as callers see it. */
export function entryMessage(row: EntryRow): Entry {
  const rank = rankOf(row.rank, row.frozen_at != null);
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
  });
}

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
