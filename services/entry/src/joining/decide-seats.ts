import { DomainError } from "@tms/kit/errors/domain-error";
import type { RegistrationRow } from "../db/registrations.ts";
import type { EntryRow } from "../db/entries.ts";
import type { RefusedJoinRow } from "../db/refused-joins.ts";
import type { JoinOrder } from "./joins.ts";

/** What a join comes to before any charge. */
export type Verdict =
  /** Takes a seat. */
  | { kind: "seat" }
  /** Is answered by an entry that exists; `own` when this very request made it. */
  | { kind: "entered"; entry: EntryRow; own: boolean }
  /** Is the repeat of one that could not be paid. */
  | { kind: "unpaid"; refusal: RefusedJoinRow }
  /** Shares the fate of an earlier join of the batch for the same gamer. */
  | { kind: "follows"; leader: number; own: boolean }
  | { kind: "refused"; error: DomainError };

/** What is known when a batch is seated, all of it read under the registrations' locks. */
export interface SeatingFacts {
  registrations: ReadonlyMap<string, RegistrationRow>;
  /** Entries by the request that made them. */
  byRequest: ReadonlyMap<string, EntryRow>;
  /** Joins that could not be paid, by their request. */
  refused: ReadonlyMap<string, RefusedJoinRow>;
  /** Ids of the gamers there are, by handle as {@link nameOf} says. */
  gamers: ReadonlyMap<string, string>;
  /** Entries by tournament and handle. */
  byPlace: ReadonlyMap<string, EntryRow>;
}

/** Names a gamer. */
export const nameOf = (gamer: { gameId: string; handle: string }) =>
  `${gamer.gameId}/${gamer.handle}`;

/** Names a gamer's place in a tournament. */
export const placeOf = (join: { tournamentId: string; handle: string }) =>
  `${join.tournamentId}/${join.handle}`;

/**
 * Decides who of a batch gets a seat, in order: capacity is never exceeded and nobody gets two
 * places. Pure; joins whose registration is not among the facts, because others hold it, are refused.
 */
export function seat(joins: readonly JoinOrder[], facts: SeatingFacts): Verdict[] {
  const taken = new Map<string, number>();
  const leaders = new Map<string, number>();
  const requests = new Map<string, number>();
  return joins.map((join, index) => {
    const earlier = requests.get(join.requestId);
    if (earlier === undefined) requests.set(join.requestId, index);
    else if (placeOf(join) !== placeOf(joins[earlier] ?? join)) return refuse(requestReused());
    const verdict = seatOne(join, facts, taken, leaders, joins);
    if (verdict.kind === "seat") leaders.set(placeOf(join), index);
    return verdict;
  });
}

function seatOne(
  join: JoinOrder,
  facts: SeatingFacts,
  taken: Map<string, number>,
  leaders: ReadonlyMap<string, number>,
  joins: readonly JoinOrder[],
): Verdict {
  const registration = facts.registrations.get(join.tournamentId);
  if (registration === undefined) return refuse(busy());
  if (registration.game_id !== join.gameId) return refuse(tournamentNotFound());

  const own = facts.byRequest.get(join.requestId);
  if (own) {
    const same = own.tournament_id === join.tournamentId && own.handle === join.handle;
    return same ? { kind: "entered", entry: own, own: true } : refuse(requestReused());
  }
  const refusal = facts.refused.get(join.requestId);
  if (refusal) {
    const same =
      refusal.tournament_id === join.tournamentId &&
      refusal.gamer_id === facts.gamers.get(nameOf(join));
    return same ? { kind: "unpaid", refusal } : refuse(requestReused());
  }
  const entry = facts.byPlace.get(placeOf(join));
  if (entry) return { kind: "entered", entry, own: false };
  const leader = leaders.get(placeOf(join));
  if (leader !== undefined)
    return { kind: "follows", leader, own: joins[leader]?.requestId === join.requestId };

  if (registration.read_at >= registration.ends_at) return refuse(tournamentEnded());
  if (registration.closed_at !== null) return refuse(notPublished());
  if (registration.read_at >= registration.registration_closes_at)
    return refuse(registrationClosed());
  const seats = taken.get(join.tournamentId) ?? registration.seats_taken;
  if (registration.max_entries !== null && seats >= registration.max_entries) return refuse(full());
  taken.set(join.tournamentId, seats + 1);
  return { kind: "seat" };
}

const refuse = (error: DomainError): Verdict => ({ kind: "refused", error });

/** The refusals a join, or an elimination, can meet. */
export const tournamentNotFound = () =>
  new DomainError("TOURNAMENT_NOT_FOUND", "There is no tournament of that id.");
export const notPublished = () =>
  new DomainError("TOURNAMENT_NOT_PUBLISHED", "The tournament is not open.");
export const tournamentEnded = () =>
  new DomainError("TOURNAMENT_ENDED", "The tournament has ended.");
export const alreadyJoined = () =>
  new DomainError("GAMER_ALREADY_JOINED", "The gamer is in this tournament already.");
const busy = () =>
  new DomainError("UNAVAILABLE", "The tournament is busy right now; try again later.");
const registrationClosed = () =>
  new DomainError("REGISTRATION_CLOSED", "Registration for the tournament has closed.");
const full = () => new DomainError("TOURNAMENT_FULL", "All seats of the tournament are taken.");
const requestReused = () =>
  new DomainError("REQUEST_ID_REUSED", "This request_id was used before for another join.");
