import type { DomainError } from "@tms/kit/errors/domain-error";
import type { Origin } from "@tms/kit/rpc/origin";
import { entryKey, type EntryKey, type EntryRow } from "../db/entries.ts";
import { gamerKey } from "../db/gamers.ts";
import type { RefusedJoinRow } from "../db/pending-joins.ts";
import type { RegistrationRow } from "../db/registrations.ts";
import {
  notPublished,
  registrationClosed,
  requestIdReused,
  tournamentBusy,
  tournamentEnded,
  tournamentFull,
  tournamentNotFound,
} from "../errors.ts";

export interface JoinRequest extends EntryKey {
  requestId: string;
  /** A JSON object for the entry, or null. */
  metadata: string | null;
  origin: Origin;
}

/** The state that a batch of joins depends on, read under the locks of its registrations. */
export interface Snapshot {
  /** By tournament. Registrations that others have locked may be missing. */
  registrations: ReadonlyMap<string, RegistrationRow>;
  /** Entries by the request that made them. */
  byRequest: ReadonlyMap<string, EntryRow>;
  /** Entries by {@link entryKey}. */
  byKey: ReadonlyMap<string, EntryRow>;
  /** Joins with a refused charge, by request id. */
  refused: ReadonlyMap<string, RefusedJoinRow>;
  /** Ids of existing gamers, by {@link gamerKey}. */
  gamers: ReadonlyMap<string, string>;
}

/** The result of a join before any charge. */
export type SeatDecision =
  /** The join takes a seat. */
  | { kind: "seat" }
  /** The gamer already has an entry. `own` means that the same request made it. */
  | { kind: "entered"; entry: EntryRow; own: boolean }
  /** The join repeats a join with a refused charge. */
  | { kind: "charge refused"; refusal: RefusedJoinRow }
  /** An earlier join of the batch, with the index `leader`, takes the seat for the same gamer. */
  | { kind: "follows"; leader: number; own: boolean }
  | { kind: "refused"; error: DomainError };

/**
 * Decides in order which joins of a batch get a seat. Capacity is never exceeded, and no gamer gets two
 * seats. A join without a registration in the snapshot is refused as UNAVAILABLE. Pure.
 */
export function decideSeats(requests: readonly JoinRequest[], snapshot: Snapshot): SeatDecision[] {
  const batch: Batch = { requests, snapshot, seatsTaken: new Map(), leaders: new Map() };
  const firsts = new Map<string, JoinRequest>();
  return requests.map((request, index) => {
    const first = firsts.get(request.requestId);
    if (first === undefined) firsts.set(request.requestId, request);
    else if (!isSameJoin(first, request)) return refuse(requestIdReused());
    const decision = decideSeat(request, batch);
    if (decision.kind === "seat") batch.leaders.set(entryKey(request), index);
    return decision;
  });
}

interface Batch {
  requests: readonly JoinRequest[];
  snapshot: Snapshot;
  /** The number of taken seats of tournaments in which this batch takes seats. */
  seatsTaken: Map<string, number>;
  /** Indexes of the joins that take a seat, by entry key. */
  leaders: Map<string, number>;
}

function decideSeat(request: JoinRequest, batch: Batch): SeatDecision {
  const { snapshot, leaders, requests } = batch;
  const registration = snapshot.registrations.get(request.tournamentId);
  if (registration === undefined) return refuse(tournamentBusy());
  if (registration.gameId !== request.gameId) return refuse(tournamentNotFound());

  const repeated = decideRepeat(request, snapshot);
  if (repeated) return repeated;
  const entry = snapshot.byKey.get(entryKey(request));
  if (entry) return { kind: "entered", entry, own: false };
  const leader = leaders.get(entryKey(request));
  if (leader !== undefined)
    return { kind: "follows", leader, own: requests[leader]?.requestId === request.requestId };

  const seatsTaken = batch.seatsTaken.get(request.tournamentId) ?? registration.seatsTaken;
  const refusal = findRefusal(registration, seatsTaken);
  if (refusal) return refuse(refusal);
  batch.seatsTaken.set(request.tournamentId, seatsTaken + 1);
  return { kind: "seat" };
}

/**
 * Returns the decision for a repeated request, or undefined for a request that was not answered before.
 * Refuses a request id that was used for another join.
 */
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
  if (refusal) {
    const isSame =
      refusal.tournamentId === tournamentId && refusal.gamerId === gamers.get(gamerKey(request));
    return isSame ? { kind: "charge refused", refusal } : refuse(requestIdReused());
  }
  return undefined;
}

/** Returns the reason why a registration gives no seat; undefined if it gives a seat. */
function findRefusal(registration: RegistrationRow, seatsTaken: number): DomainError | undefined {
  const { readAt, endsAt, closedAt, registrationClosesAt, maxEntries } = registration;
  if (readAt >= endsAt) return tournamentEnded();
  if (closedAt !== null) return notPublished();
  if (readAt >= registrationClosesAt) return registrationClosed();
  return maxEntries !== null && seatsTaken >= maxEntries ? tournamentFull() : undefined;
}

const isSameJoin = (
  one: Pick<JoinRequest, "tournamentId" | "handle" | "metadata">,
  other: JoinRequest,
): boolean =>
  one.tournamentId === other.tournamentId &&
  one.handle === other.handle &&
  one.metadata === other.metadata;

const refuse = (error: DomainError): SeatDecision => ({ kind: "refused", error });
