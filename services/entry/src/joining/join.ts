import { batched } from "@tms/kit/batching/batched";
import type { Db, Tx } from "@tms/kit/database/handle";
import { readThenWrite } from "@tms/kit/database/transaction";
import { DomainError, required } from "@tms/kit/errors/domain-error";
import { eventOf } from "@tms/kit/events/event";
import type { Batching } from "@tms/kit/process/config";
import { newId } from "@tms/kit/values/ids";
import { entryKey, findEntries, type EntryRow } from "../db/entries.ts";
import { gamerKey, recordGamers } from "../db/gamers.ts";
import { findKnown, findRefusedJoins, recordSeats, type JoinedRow } from "../db/joins.ts";
import {
  lockRegistrations,
  withoutStuck,
  type RegistrationRow,
  type WhenHeld,
} from "../db/registrations.ts";
import { entryJoinedEvent } from "../messages.ts";
import type { OpenRegistration } from "../registration.ts";
import type { ChargeAndConfirm, PendingRow } from "./charge.ts";
import { decideSeats, type JoinRequest, type SeatDecision, type Snapshot } from "./decide-seats.ts";

const MAX_WAITING = 8_192;

/**
 * Creates the function that joins a gamer and returns the entry or a refusal. Joins that reach a step
 * together share a batch. After a crash, or a charge with an unknown outcome, recovery finishes the join.
 */
export function createJoin(
  db: Db,
  openRegistration: OpenRegistration,
  batching: Batching,
  chargeAndConfirm: ChargeAndConfirm,
) {
  const takeSeat = batched<JoinRequest, Seat | DomainError>(
    {
      ...batching,
      maxWaiting: MAX_WAITING,
      // Each game has an equal share of a batch. Each tournament has an equal share of its game.
      lanes: [({ gameId }) => gameId, ({ tournamentId }) => tournamentId],
    },
    (requests) => takeSeats(db, requests),
  );
  return async (request: JoinRequest): Promise<EntryRow | DomainError> => {
    await openRegistration(request);
    const seat = await takeSeat(request);
    if (seat instanceof Error) return seat;
    const { entry, own } = seat;
    const outcome = entry.pending ? await chargeAndConfirm(entry) : entry;
    if (outcome instanceof Error) return outcome;
    return own ? outcome : new DomainError("GAMER_ALREADY_JOINED");
  };
}

/** The entry of a join. `own` is true if the same request made the entry. */
interface Seat {
  entry: PendingRow;
  own: boolean;
}

// Joins of two tournaments may have one request id. The later transaction is repeated and finds the entry.
const RACED = ["entry_request_key"];

const takeSeats = (db: Db, requests: readonly JoinRequest[]): Promise<(Seat | DomainError)[]> =>
  withoutStuck((whenHeld) =>
    readThenWrite(
      db,
      "entry.take-seats",
      {
        read: (tx) => loadSnapshot(tx, requests, whenHeld),
        async write(tx, snapshot, last) {
          const decisions = decideSeats(requests, snapshot);
          const newcomers = requests.filter((_, index) => decisions[index]?.kind === "seat");
          const entries =
            newcomers.length === 0 ? [] : await recordEntries(tx, newcomers, snapshot, last);
          const byRequest = new Map(newcomers.map((request, index) => [request, entries[index]]));
          return decisions.map((decision, index) => toSeat(decision, index, requests, byRequest));
        },
      },
      RACED,
    ),
  );

async function loadSnapshot(
  tx: Tx,
  requests: readonly JoinRequest[],
  whenHeld: WhenHeld,
): Promise<Snapshot> {
  const tournamentIds = [...new Set(requests.map((request) => request.tournamentId))];
  // Postgres receives the statements together, and executes them in this order, so the locks come first.
  const [registrations, known] = await Promise.all([
    lockRegistrations(tx, tournamentIds, whenHeld),
    findKnown(tx, requests),
  ]);
  // Most joins are new, so both statements are usually skipped.
  const entryIds = known.flatMap(({ byRequest, byKey }) => [byRequest ?? [], byKey ?? []].flat());
  const refusedIds = known.flatMap(({ refused }) => refused ?? []);
  const [entries, refused] = await Promise.all([
    entryIds.length === 0 ? [] : findEntries(tx, [...new Set(entryIds)]),
    refusedIds.length === 0 ? [] : findRefusedJoins(tx, refusedIds),
  ]);
  return {
    registrations: new Map(registrations.map((each) => [each.tournamentId, each])),
    byRequest: new Map(entries.map((entry) => [entry.requestId, entry])),
    byKey: new Map(entries.map((entry) => [entryKey(entry), entry])),
    refused: new Map(refused.map((refusal) => [refusal.id, refusal])),
    gamers: new Map(
      requests.flatMap((request, index) => {
        const gamerId = known[index]?.gamerId;
        return gamerId ? [[gamerKey(request), gamerId]] : [];
      }),
    ),
  };
}

function toSeat(
  decision: SeatDecision,
  index: number,
  requests: readonly JoinRequest[],
  entries: ReadonlyMap<JoinRequest | undefined, JoinedRow | undefined>,
) {
  if (decision.kind === "refused") return decision.error;
  if (decision.kind === "entered") return decision;
  const follows = decision.kind === "follows";
  const entry = entries.get(requests[follows ? decision.leader : index]);
  const own = !follows || decision.own;
  return { entry: required(entry, "a taken seat has no gamer"), own };
}

async function recordEntries(
  tx: Tx,
  requests: readonly JoinRequest[],
  { registrations, gamers: known }: Snapshot,
  last: (sent: Promise<unknown>) => void,
): Promise<JoinedRow[]> {
  const registrationOf = ({ tournamentId }: JoinRequest) =>
    required(registrations.get(tournamentId), "a seat has no registration");
  const newcomers = requests.map((request) => {
    const { gameId, handle } = request;
    return { gameId, handle, test: registrationOf(request).test };
  });
  const gamers = await recordGamers(tx, newcomers, known);
  const getJoinTime = toJoinTimes([...registrations.values()]);
  const entries = requests.map((request): JoinedRow => {
    const registration = registrationOf(request);
    const { feeMinor, currency, payer } = registration;
    const now = getJoinTime(registration);
    return {
      ...request,
      feeMinor,
      currency,
      payer,
      pending: feeMinor > 0n,
      id: newId(),
      gamerId: required(gamers.get(gamerKey(request)), "a seat has no gamer"),
      joinedAt: now,
      eliminatedAt: null,
      exitNumber: null,
      placement: null,
      disqualified: false,
      createdAt: now,
      updatedAt: now,
    };
  });
  const free = entries.filter((entry) => !entry.pending);
  const events = free.map((entry) => eventOf(entryJoinedEvent(entry)));
  last(recordSeats(tx, entries, events));
  return entries;
}

/** Creates a function that returns join times: one for all live environments, and one for each test clock. */
function toJoinTimes(registrations: readonly RegistrationRow[]): (row: RegistrationRow) => Date {
  const clockOf = ({ test, gameId }: RegistrationRow) => (test ? gameId : "real time");
  const times = new Map(
    Array.from(Map.groupBy(registrations, clockOf), ([clock, group]) => [
      clock,
      new Date(Math.max(...group.map(({ readAt }) => Number(readAt)))),
    ]),
  );
  return (registration) => times.get(clockOf(registration)) ?? registration.readAt;
}
