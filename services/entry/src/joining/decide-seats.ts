import type { DomainError } from "@tms/kit/errors/domain-error";
import { entryKey, type EntryRow } from "../db/entries.ts";
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
import type { JoinRequest, Snapshot } from "./snapshot.ts";

/** What a join comes to before any charge. */
export type SeatDecision =
  /** It takes a seat. */
  | { kind: "seat" }
  /** An entry that exists answers it; `own` when this very request made the entry. */
  | { kind: "entered"; entry: EntryRow; own: boolean }
  /** It repeats a join whose charge was refused. */
  | { kind: "charge refused"; refusal: RefusedJoinRow }
  /** It has the entry of an earlier join of the batch for the same gamer, named by its index. */
  | { kind: "follows"; leader: number; own: boolean }
  | { kind: "refused"; error: DomainError };

/**
 * Decides which joins of a batch get a seat, in order: capacity is never exceeded and no gamer gets
 * two seats. Pure. A join whose registration is missing from the snapshot is refused as UNAVAILABLE.
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
  /** Seats taken by now, by tournament, of those in which this batch takes any. */
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
  const refusal = refusalOf(registration, seatsTaken);
  if (refusal) return refuse(refusal);
  batch.seatsTaken.set(request.tournamentId, seatsTaken + 1);
  return { kind: "seat" };
}

/** Decides on a request that was answered before; undefined when it was not. */
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

/** Why a registration gives no seat, when so many are taken; undefined when it does. */
function refusalOf(registration: RegistrationRow, seatsTaken: number): DomainError | undefined {
  const { readAt, endsAt, closedAt, registrationClosesAt, maxEntries } = registration;
  if (readAt >= endsAt) return tournamentEnded();
  if (closedAt !== null) return notPublished();
  if (readAt >= registrationClosesAt) return registrationClosed();
  return maxEntries !== null && seatsTaken >= maxEntries ? tournamentFull() : undefined;
}

/** Whether two joins of one request ask for the same; one may be told by the entry that it made. */
const isSameJoin = (
  one: Pick<JoinRequest, "tournamentId" | "handle" | "metadata">,
  other: JoinRequest,
): boolean =>
  one.tournamentId === other.tournamentId &&
  one.handle === other.handle &&
  one.metadata === other.metadata;

const refuse = (error: DomainError): SeatDecision => ({ kind: "refused", error });
