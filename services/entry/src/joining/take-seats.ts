import type { Db, Tx } from "@tms/kit/database/handle";
import { readThenWrite } from "@tms/kit/database/transaction";
import type { DomainError } from "@tms/kit/errors/domain-error";
import { stageEvents } from "@tms/kit/events/stage";
import { newId } from "@tms/kit/values/ids";
import { insertEntries } from "../db/entries.ts";
import { gamerKey, recordGamers } from "../db/gamers.ts";
import { insertPending, newPendingOf } from "../db/pending-joins.ts";
import { countSeatsTaken, withoutStuck, type RegistrationRow } from "../db/registrations.ts";
import { chargeRefused } from "../errors.ts";
import { joined, type JoinedRow } from "../events.ts";
import type { PendingRow } from "./charge.ts";
import { decideSeats, type SeatDecision } from "./decide-seats.ts";
import { loadSnapshot, type JoinRequest, type Snapshot } from "./snapshot.ts";

/** The entry that a join takes or meets; `own` when its very request made it. */
export interface Seat {
  entry: PendingRow;
  own: boolean;
}

// What two replicas, or two tournaments, can race for; the repeat finds the other's entry. No race
// is possible for an entry key: it is under the lock of its registration.
const RACED = ["entry_request_key"];

/**
 * Seats a batch of gamers in one transaction, each with an outcome of its own: seats are counted,
 * entries recorded, those with a fee as pending. The tournaments must have registrations.
 */
export async function takeSeats(
  db: Db,
  requests: readonly JoinRequest[],
): Promise<(Seat | DomainError)[]> {
  return await withoutStuck((whenHeld) =>
    readThenWrite(
      db,
      "entry.take-seats",
      {
        read: (tx) => loadSnapshot(tx, requests, whenHeld),
        write: (tx, snapshot) => seatAll(tx, requests, snapshot),
      },
      RACED,
    ),
  );
}

async function seatAll(
  tx: Tx,
  requests: readonly JoinRequest[],
  snapshot: Snapshot,
): Promise<(Seat | DomainError)[]> {
  const decisions = decideSeats(requests, snapshot);
  const newcomers = requests.filter((_, index) => decisions[index]?.kind === "seat");
  const entries = newcomers.length === 0 ? [] : await recordEntries(tx, newcomers, snapshot);
  const entryOf = new Map(newcomers.map((request, index) => [request, entries[index]]));
  return decisions.map((decision, index) => outcomeOf(decision, index, requests, entryOf));
}

function outcomeOf(
  decision: SeatDecision,
  index: number,
  requests: readonly JoinRequest[],
  entryOf: ReadonlyMap<JoinRequest | undefined, JoinedRow | undefined>,
): Seat | DomainError {
  switch (decision.kind) {
    case "refused":
      return decision.error;
    case "charge refused":
      return chargeRefused(decision.refusal.reason);
    case "entered":
      return decision;
    case "seat":
    case "follows": {
      const follows = decision.kind === "follows";
      const entry = entryOf.get(requests[follows ? decision.leader : index]);
      if (entry === undefined) throw new Error("a taken seat has no gamer");
      return { entry, own: !follows || decision.own };
    }
  }
}

/** Records the entries of joins that take a seat, and their gamers where these are new. */
async function recordEntries(
  tx: Tx,
  requests: readonly JoinRequest[],
  snapshot: Snapshot,
): Promise<JoinedRow[]> {
  const { registrations } = snapshot;
  const newcomers = requests.map(({ gameId, handle, tournamentId }) => ({
    gameId,
    handle,
    test: registrations.get(tournamentId)?.test ?? false,
  }));
  const gamers = await recordGamers(tx, newcomers, snapshot.gamers);
  const momentOf = momentsOf([...registrations.values()]);
  const entries = requests.map((request) => newEntry(request, snapshot, gamers, momentOf));
  const pending = entries.filter((entry) => entry.pending);
  const free = entries.filter((entry) => !entry.pending);
  await Promise.all([
    ...Array.from(
      Map.groupBy(entries, (entry) => entry.joinedAt),
      ([at, joinedThen]) => insertEntries(tx, joinedThen, at),
    ),
    ...(pending.length > 0 ? [insertPending(tx, pending.map(newPendingOf))] : []),
    stageEvents(tx, free.map(joined)),
    countSeatsTaken(
      tx,
      entries.map((entry) => entry.tournamentId),
    ),
  ]);
  return entries;
}

function newEntry(
  request: JoinRequest,
  { registrations }: Snapshot,
  gamers: ReadonlyMap<string, string>,
  momentOf: (registration: RegistrationRow) => Date,
): JoinedRow {
  const { requestId, gameId, tournamentId, handle, metadata, origin } = request;
  const registration = registrations.get(tournamentId);
  const gamerId = gamers.get(gamerKey(request));
  if (registration === undefined || gamerId === undefined)
    throw new Error("a join was not prepared");
  const now = momentOf(registration);
  return {
    id: newId(),
    tournamentId,
    gamerId,
    requestId,
    joinedAt: now,
    eliminatedAt: null,
    exitNumber: null,
    placement: null,
    disqualified: false,
    metadata,
    createdAt: now,
    updatedAt: now,
    rank: null,
    handle,
    gameId,
    feeMinor: registration.feeMinor,
    currency: registration.currency,
    payer: registration.payer,
    pending: registration.feeMinor > 0n,
    origin,
  };
}

/**
 * The moment at which a batch joins: one for all live environments, so that their entries are recorded
 * by one statement, and one for each test environment, by its own clock.
 */
function momentsOf(registrations: readonly RegistrationRow[]): (of: RegistrationRow) => Date {
  const clockOf = ({ test, gameId }: RegistrationRow) => (test ? gameId : "real time");
  const groups = Map.groupBy(registrations, clockOf);
  const moments = new Map(
    Array.from(groups, ([clock, group]) => [
      clock,
      new Date(Math.max(...group.map(({ readAt }) => Number(readAt)))),
    ]),
  );
  return (registration) => moments.get(clockOf(registration)) ?? registration.readAt;
}
