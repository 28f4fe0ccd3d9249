import type { Tx } from "@tms/kit/database/handle";
import type { Origin } from "@tms/kit/rpc/origin";
import {
  entryKey,
  findEntrants,
  findEntries,
  findEntriesByRequest,
  type EntryKey,
  type EntryRow,
} from "../db/entries.ts";
import { gamerKey } from "../db/gamers.ts";
import { findRefusedJoins, type RefusedJoinRow } from "../db/pending-joins.ts";
import { lockRegistrations, type RegistrationRow, type WhenHeld } from "../db/registrations.ts";

/** A join as asked for. */
export interface JoinRequest extends EntryKey {
  requestId: string;
  /** A JSON object for the entry; null for none. */
  metadata: string | null;
  /** Whose doing it is. */
  origin: Origin;
}

/** All that a batch of joins depends on, read under the locks of its registrations. */
export interface Snapshot {
  /** By tournament; those that others hold may be left out. */
  registrations: ReadonlyMap<string, RegistrationRow>;
  /** Entries by the request that made them. */
  byRequest: ReadonlyMap<string, EntryRow>;
  /** Entries by {@link entryKey}. */
  byKey: ReadonlyMap<string, EntryRow>;
  /** Joins whose charge was refused, by their request. */
  refused: ReadonlyMap<string, RefusedJoinRow>;
  /** Ids of the gamers there are, by {@link gamerKey}. */
  gamers: ReadonlyMap<string, string>;
}

/** Locks the registrations of a batch, then reads what its joins depend on. */
export async function loadSnapshot(
  tx: Tx,
  requests: readonly JoinRequest[],
  whenHeld: WhenHeld,
): Promise<Snapshot> {
  const requestIds = requests.map((request) => request.requestId);
  const tournamentIds = [...new Set(requests.map((request) => request.tournamentId))];
  // Sent together, executed in this order: the locks come first.
  const [registrations, answered, refused, entrants] = await Promise.all([
    lockRegistrations(tx, tournamentIds, whenHeld),
    findEntriesByRequest(tx, requestIds),
    findRefusedJoins(tx, requestIds),
    findEntrants(tx, requests),
  ]);
  const entryIds = entrants.flatMap((entrant) => entrant.entryId ?? []);
  const entries = entryIds.length === 0 ? [] : await findEntries(tx, entryIds);
  return {
    registrations: new Map(registrations.map((each) => [each.tournamentId, each])),
    byRequest: new Map(answered.map((entry) => [entry.requestId, entry])),
    byKey: new Map(entries.map((entry) => [entryKey(entry), entry])),
    refused: new Map(refused.map((refusal) => [refusal.id, refusal])),
    gamers: new Map(entrants.map((entrant) => [gamerKey(entrant), entrant.gamerId])),
  };
}
