import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { wordsOf } from "@tms/kit/values/words";
import {
  EntryDecisionSchema,
  EntrySchema,
  EntryState,
  EntryVerdict,
  GamerSchema,
  ListedEntrySchema,
  type Entry,
  type EntryDecision,
  type Gamer,
  type ListedEntry,
  type ReadStandingsResponseSchema,
} from "@tms/proto/tms/entry/v1/entry";
import type { EntryDecisionRow } from "./db/decisions.ts";
import type { EntryRow } from "./db/entries.ts";
import type { GamerRow } from "./db/gamers.ts";
import type { ListedRow, StandingsRow } from "./db/standings.ts";
import type { Ranked } from "./ranking/entry-rank.ts";
import { entryStateOf } from "./ranking/places.ts";

/** What entries are in their tournaments, by words. */
export const ENTRY_STATES = wordsOf(EntryState);

const VERDICTS = wordsOf(EntryVerdict);

/** A stored entry as callers see it. */
export function entryMessage(row: Ranked<EntryRow>): Entry {
  const { rank } = row;
  return create(EntrySchema, {
    id: row.id,
    tournamentId: row.tournamentId,
    gamerId: row.gamerId,
    handle: row.handle,
    fee: { currency: row.currency, minorUnits: row.feeMinor },
    joinTime: timestampFromDate(row.joinedAt),
    createTime: timestampFromDate(row.createdAt),
    updateTime: timestampFromDate(row.updatedAt),
    ...(row.eliminatedAt && { eliminateTime: timestampFromDate(row.eliminatedAt) }),
    ...(rank !== null && { rank }),
    provisional: rank !== null && (row.provisional ?? false),
    state: ENTRY_STATES.value(entryStateOf(row)),
    metadata: row.metadata ?? "",
  });
}

/** What was decided on an entry, as callers see it. */
export const decisionMessage = (row: EntryDecisionRow): EntryDecision =>
  create(EntryDecisionSchema, {
    verdict: VERDICTS.value(row.decision),
    was: ENTRY_STATES.value(row.was),
    reason: row.reason,
    actor: row.actor,
    time: timestampFromDate(row.decidedAt),
  });

/** An entry on a page of the standings. */
export const listedMessage = (row: Ranked<ListedRow>): ListedEntry =>
  create(ListedEntrySchema, {
    id: row.id,
    gamerId: row.gamerId,
    handle: row.handle,
    joinTimeMs: BigInt(row.joinedMs),
    eliminateTimeMs: row.eliminatedMs === null ? undefined : BigInt(row.eliminatedMs),
    rank: row.rank ?? undefined,
    createTimeMs: BigInt(row.createdMs),
    updateTimeMs: BigInt(row.updatedMs),
    state: ENTRY_STATES.value(entryStateOf(row)),
    displayName: row.displayName ?? "",
    metadata: row.metadata ?? "",
  });

/** Standings as columns; 0 is the rank of an entry that has none. */
export const standingsColumns = (
  rows: readonly Ranked<Pick<StandingsRow, "id" | "gamerId" | "handle">>[],
): Omit<MessageInitShape<typeof ReadStandingsResponseSchema>, "$typeName"> => ({
  entryIds: rows.map((row) => row.id),
  gamerIds: rows.map((row) => row.gamerId),
  handles: rows.map((row) => row.handle),
  ranks: rows.map((row) => row.rank ?? 0),
});

/** A stored gamer as callers see it. */
export function gamerMessage(row: GamerRow): Gamer {
  return create(GamerSchema, {
    id: row.id,
    gameId: row.gameId,
    handle: row.handle,
    createTime: timestampFromDate(row.createdAt),
    updateTime: timestampFromDate(row.updatedAt),
    displayName: row.displayName ?? "",
    metadata: row.metadata ?? "",
  });
}
