import { createBatcher } from "@tms/kit/batching/batcher";
import { fairQueue } from "@tms/kit/batching/fair-queue";
import type { Db } from "@tms/kit/database/handle";
import type { DomainError } from "@tms/kit/errors/domain-error";
import type { Batching } from "@tms/kit/process/config";
import type { EntryRow } from "../db/entries.ts";
import { alreadyJoined } from "../errors.ts";
import type { ChargeAndConfirm } from "./charge.ts";
import type { JoinRequest } from "./snapshot.ts";
import { takeSeats, type Seat } from "./take-seats.ts";
import { withRank, type Ranked } from "../ranking/entry-rank.ts";
import type { RegistrationContext, Registrations } from "../registration.ts";

/** What became of a join: the entry, or why the gamer is not in. */
export type JoinOutcome = Ranked<EntryRow> | DomainError;

/** Joins one gamer. Refusals are outcomes; it throws when the outcome is not known. */
export type Join = (request: JoinRequest) => Promise<JoinOutcome>;

/**
 * Makes the one way gamers join. Each step takes the joins that reach it at the same time together;
 * a join waits for no step that it does not need itself, nor for others that are stuck in one. Any
 * step can be repeated at any time: a crash leaves a pending entry, which recovery finishes.
 */
export function createJoin(
  context: RegistrationContext,
  registrations: Registrations,
  batching: Batching,
  chargeAndConfirm: ChargeAndConfirm,
): Join {
  const takeSeat = createTakeSeat(context.db, batching);
  return async (request) => {
    const refusal = await registrations.open(request);
    if (refusal) return refusal;
    const seat = await takeSeat(request);
    if (seat instanceof Error) return seat;
    const { entry, own } = seat;
    const outcome = entry.pending ? await chargeAndConfirm(entry) : entry;
    if (outcome instanceof Error) return outcome;
    // A repeat may come when the ranking is final.
    return own ? await withRank(context.db, outcome) : alreadyJoined();
  };
}

// Bounds what a burst can pile up.
const MOST_WAITING = 8_192;

/** Takes seats in batches, in which games have equal shares, and so have a game's tournaments. */
function createTakeSeat(db: Db, batching: Batching) {
  return createBatcher<JoinRequest, Seat | DomainError>(
    async (requests, answer) => (await takeSeats(db, requests)).forEach(answer),
    {
      ...batching,
      maxWaiting: MOST_WAITING,
      newQueue: <T extends { item: JoinRequest }>() =>
        fairQueue<T>(
          ({ item }) => item.gameId,
          () => fairQueue(({ item }) => item.tournamentId),
        ),
    },
  );
}
