import { DomainError } from "@tms/kit/errors/domain-error";
import type { Origin } from "@tms/kit/rpc/origin";
import { entryKey, type EntryKey, type EntryRow } from "../db/entries.ts";
import { gamerKey } from "../db/gamers.ts";
import type { RefusedJoinRow } from "../db/joins.ts";
import type { RegistrationRow } from "../db/registrations.ts";
import { chargeRefused, requestIdReused, tournamentBusy } from "../errors.ts";

export interface JoinRequest extends EntryKey {
  requestId: string;
  /** A JSON object for the entry, or null. */
  metadata: string | null;
  origin: Origin;
}

/** The state that a batch of joins depends on, read under the locks of its registrations. */
export interface Snapshot {
  /** By tournament. Registrations that other transactions have locked may be missing. */
  registrations: ReadonlyMap<string, RegistrationRow>;
  byRequest: ReadonlyMap<string, EntryRow>;
  /** Entries by {@link entryKey}. */
  byKey: ReadonlyMap<string, EntryRow>;
  /** Joins with a refused charge, by request id. */
  refused: ReadonlyMap<string, RefusedJoinRow>;
  /** Ids of existing gamers, by {@link gamerKey}. */
  gamers: ReadonlyMap<string, string>;
}

export type SeatDecision =
  | { kind: "seat" }
  /** The gamer already has an entry. `own` is true if the same request made the entry. */
  | { kind: "entered"; entry: EntryRow; own: boolean }
  /** An earlier join of the batch, with the index `leader`, takes the seat for the same gamer. */
  | { kind: "follows"; leader: number; own: boolean }
  | { kind: "refused"; error: DomainError };

/** Decides in order which joins get a seat. Joins of missing registrations are UNAVAILABLE. Pure. */
export function decideSeats(requests: readonly JoinRequest[], snapshot: Snapshot): SeatDecision[] {
  // The number of seats by tournament, including seats that this batch takes.
  const seatsTaken = new Map<string, number>();
  // Indexes of the joins that take a seat, by entry key.
  const leaders = new Map<string, number>();
  const firsts = new Map<string, JoinRequest>();

  function decideSeat(request: JoinRequest, index: number): SeatDecision {
    const { requestId, tournamentId } = request;
    const registration = snapshot.registrations.get(tournamentId);
    if (registration === undefined) return refuse(tournamentBusy());
    if (registration.gameId !== request.gameId)
      return refuse(new DomainError("TOURNAMENT_NOT_FOUND"));

    const repeated = decideRepeat(request, snapshot);
    if (repeated) return repeated;
    const key = entryKey(request);
    const entry = snapshot.byKey.get(key);
    if (entry) return { kind: "entered", entry, own: false };
    const leader = leaders.get(key);
    if (leader !== undefined)
      return { kind: "follows", leader, own: requests[leader]?.requestId === requestId };

    const taken = seatsTaken.get(tournamentId) ?? registration.seatsTaken;
    const refusal = findRefusal(registration, taken);
    if (refusal) return refuse(refusal);
    seatsTaken.set(tournamentId, taken + 1);
    leaders.set(key, index);
    return { kind: "seat" };
  }

  return requests.map((request, index) => {
    const first = firsts.get(request.requestId);
    if (first === undefined) firsts.set(request.requestId, request);
    else if (!isSameJoin(first, request)) return refuse(requestIdReused());
    return decideSeat(request, index);
  });
}

/** Decides a repeated join. Returns undefined if no entry and no refused charge has the request id. */
function decideRepeat(
  request: JoinRequest,
  { byRequest, refused, gamers }: Snapshot,
): SeatDecision | undefined {
  const { requestId, tournamentId } = request;
  const entry = byRequest.get(requestId);
  if (entry)
    return isSameJoin(entry, request)
      ? { kind: "entered", entry, own: true }
      : refuse(requestIdReused());
  const refusal = refused.get(requestId);
  if (refusal === undefined) return undefined;
  const isSame =
    refusal.tournamentId === tournamentId && refusal.gamerId === gamers.get(gamerKey(request));
  return refuse(isSame ? chargeRefused(refusal.reason) : requestIdReused());
}

function findRefusal(registration: RegistrationRow, seatsTaken: number) {
  const { readAt, endsAt, closedAt, registrationClosesAt, maxEntries } = registration;
  if (readAt >= endsAt) return new DomainError("TOURNAMENT_ENDED");
  if (closedAt !== null) return new DomainError("TOURNAMENT_NOT_PUBLISHED");
  if (readAt >= registrationClosesAt) return new DomainError("REGISTRATION_CLOSED");
  const isFull = maxEntries !== null && seatsTaken >= maxEntries;
  return isFull ? new DomainError("TOURNAMENT_FULL") : undefined;
}

const isSameJoin = (
  one: Pick<JoinRequest, "tournamentId" | "handle" | "metadata">,
  other: JoinRequest,
) =>
  one.tournamentId === other.tournamentId &&
  one.handle === other.handle &&
  one.metadata === other.metadata;

const refuse = (error: DomainError): SeatDecision => ({ kind: "refused", error });
