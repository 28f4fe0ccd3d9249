import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { EntryState } from "@tms/proto/tms/entry/v1/entry";
import type { FakeEntry, FakeRegistration } from "./registration.ts";

/** An entry of a fake registration as the service tells it. */
export function entryMessage(registration: FakeRegistration, entry: FakeEntry) {
  const { id, gamerId, handle, metadata, joinedAt, eliminatedAt } = entry;
  const rank = registration.rankOf(entry);
  const at = timestampFromDate(joinedAt);
  return {
    id,
    gamerId,
    handle,
    tournamentId: registration.tournamentId,
    fee: { currency: "USD", minorUnits: registration.feeMinor },
    joinTime: at,
    createTime: at,
    updateTime: timestampFromDate(eliminatedAt ?? joinedAt),
    ...(eliminatedAt && { eliminateTime: timestampFromDate(eliminatedAt) }),
    ...(rank !== undefined && { rank }),
    provisional: rank !== undefined && !registration.closed,
    metadata,
    state: stateOf(entry),
  };
}

/** What a game's gamer entered, the newest first. */
export const entriesOf = (
  registrations: Iterable<FakeRegistration>,
  gameId: string,
  handle: string,
) =>
  [...registrations]
    .filter((registration) => registration.gameId === gameId)
    .flatMap((registration) => {
      const entry = registration.find(handle);
      return entry ? [entryMessage(registration, entry)] : [];
    })
    .toSorted((a, b) => (a.id < b.id ? 1 : -1));

/** The same on a page of the standings. */
export function listed(registration: FakeRegistration, entry: FakeEntry) {
  const { id, gamerId, handle, metadata, joinedAt, eliminatedAt } = entry;
  const rank = registration.rankOf(entry);
  return {
    id,
    gamerId,
    handle,
    metadata,
    joinTimeMs: BigInt(joinedAt.getTime()),
    createTimeMs: BigInt(joinedAt.getTime()),
    updateTimeMs: BigInt((eliminatedAt ?? joinedAt).getTime()),
    ...(eliminatedAt && { eliminateTimeMs: BigInt(eliminatedAt.getTime()) }),
    ...(rank !== undefined && { rank }),
    state: stateOf(entry),
  };
}

/** What an entry is in its tournament. */
export function stateOf({ disqualified, exitNumber }: FakeEntry): EntryState {
  if (disqualified) return EntryState.DISQUALIFIED;
  return exitNumber === undefined ? EntryState.IN : EntryState.ELIMINATED;
}
