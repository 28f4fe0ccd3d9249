import { timestampNow } from "@bufbuild/protobuf/wkt";
import type { PreviewRankingRequest } from "@tms/proto/tms/entry/v1/entry";
import { DomainError } from "../../errors/domain-error.ts";
import type { FakeEntry, FakeRegistration } from "./registration.ts";

/** A page of standings, whose token says where it begins. */
export function pageOf(registration: FakeRegistration, pageToken: string, size: number) {
  const all = registration.standings();
  const from = Number(pageToken || 0);
  const to = from + size;
  return { entries: all.slice(from, to), nextPageToken: to < all.length ? String(to) : "" };
}

/** The best of a ranking that is not frozen yet: those still in share the first rank. */
export function preview(registration: FakeRegistration, request: PreviewRankingRequest) {
  if (registration.frozen)
    throw new DomainError("TOURNAMENT_NOT_PUBLISHED", "The tournament is not open.");
  const rankOf = (entry: FakeEntry | undefined) => entry && (registration.rankOf(entry) ?? 1);
  const everybody = registration.standings();
  const all = everybody.filter((entry) => !entry.disqualified);
  const byRank = Map.groupBy(all, (entry) => rankOf(entry) ?? 0);
  const groups = Array.from(byRank, ([rank, { length: entries }]) => ({ rank, entries })).filter(
    ({ rank }) => rank <= request.places,
  );
  const winning = groups.reduce((sum, { entries }) => sum + entries, 0);
  const from = Number(request.pageToken || 0);
  const to = Math.min(winning, from + request.pageSize);
  const page = columns(registration, request.pageToken, Math.max(0, to - from));
  return {
    entries: everybody.length,
    payable: registration.payable,
    groups,
    standings: {
      ...page,
      ranks: all.slice(from, to).map((entry) => rankOf(entry) ?? 0),
      nextPageToken: to < winning ? String(to) : "",
    },
    continued: from > 0 && rankOf(all[from - 1]) === rankOf(all[from]),
    asOf: timestampNow(),
  };
}

/** A page of standings as columns. */
export function columns(registration: FakeRegistration, pageToken: string, size: number) {
  const { entries, nextPageToken } = pageOf(registration, pageToken, size);
  return {
    entryIds: entries.map((entry) => entry.id),
    gamerIds: entries.map((entry) => entry.gamerId),
    handles: entries.map((entry) => entry.handle),
    ranks: entries.map((entry) => registration.rankOf(entry) ?? 0),
    feeMinorUnits: registration.feeMinor,
    nextPageToken,
  };
}
