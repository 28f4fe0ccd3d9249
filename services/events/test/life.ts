import { eventOf, type Change } from "@tms/kit/events/event";
import type { Origin } from "@tms/kit/rpc/origin";
import { SYSTEM } from "@tms/kit/values/actor";
import { newId } from "@tms/kit/values/ids";
import { EntryState, ScoreState } from "@tms/proto/tms/entry/v1/entry";
import { CancelReason, type Event } from "@tms/proto/tms/event/v1/event";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { SettlementKind, SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";

const BY_SYSTEM: Origin = { actor: SYSTEM, requestId: null };
const MOMENT = { seconds: 1_900_000_000n };
const FEE = { currency: "USD", minorUnits: 250n };
const POOL = { currency: "USD", minorUnits: 500n };

/** Creates an event of an environment. */
export const createEvent = (gameId: string, change: Change, origin: Origin = BY_SYSTEM): Event =>
  eventOf({ gameId, time: new Date(), origin, change });

/** Creates a tournament as its service publishes it. */
export const createTournament = (gameId: string, id = newId(), description = "Weekly") => ({
  id,
  gameId,
  terms: {
    name: "Open",
    description,
    entryFeeMinorUnits: 250n,
    startTime: MOMENT,
    endTime: MOMENT,
  },
  currency: "USD",
  status: Status.PENDING,
  createTime: MOMENT,
  updateTime: MOMENT,
});

/** Creates the events of a tournament's life, a new one with every call. */
export function createLife(gameId: string, tournamentId = newId()) {
  const tournament = createTournament(gameId, tournamentId);
  const make = (change: Change): Event => createEvent(gameId, change);
  const gamer = (handle = "ada") => ({ gamerId: newId(), handle, entryId: newId() });
  return {
    tournamentId,
    created: (description?: string) =>
      make({
        case: "tournamentCreated",
        value: { tournament: createTournament(gameId, tournamentId, description) },
      }),
    published: () => make({ case: "tournamentPublished", value: { tournament } }),
    settling: () => make({ case: "tournamentSettling", value: { tournament } }),
    cancelled: () =>
      make({ case: "tournamentCancelled", value: { tournament, reason: CancelReason.REQUESTED } }),
    completed: () => make({ case: "tournamentCompleted", value: { tournament, pool: POOL } }),
    joined: () =>
      make({
        case: "entryJoined",
        value: {
          entry: {
            id: newId(),
            tournamentId,
            gamerId: newId(),
            handle: "ada",
            fee: FEE,
            state: EntryState.IN,
            joinTime: MOMENT,
            createTime: MOMENT,
            updateTime: MOMENT,
          },
          payer: Payer.WALLET,
        },
      }),
    scored: (gamers: number, { handle = "ada", score = 5n, tieBreaks = 1 } = {}) =>
      make({
        case: "scoreRecorded",
        value: {
          tournamentId,
          firstSequence: 7n,
          lastSequence: 9n,
          attempts: 3,
          gamerCount: gamers,
          gamers: Array.from({ length: gamers }, () => ({
            ...gamer(handle),
            standing: {
              score,
              tieBreaks: Array<bigint>(tieBreaks).fill(score),
              attempts: 10_000,
              reachTime: MOMENT,
            },
          })),
        },
      }),
    held: (metadata: string) =>
      make({
        case: "scoreHeld",
        value: {
          score: {
            ...gamer(),
            id: newId(),
            tournamentId,
            score: 100n,
            state: ScoreState.HELD,
            metadata,
            sequence: 9n,
            createTime: MOMENT,
            standing: { attempts: 1, attemptsLeft: 2 },
          },
        },
      }),
    frozen: () => make({ case: "rankingFrozen", value: { tournamentId, version: 1 } }),
    planned: (payouts: number) =>
      make({
        case: "settlementPlanned",
        value: {
          settlement: {
            tournamentId,
            gameId,
            kind: SettlementKind.PAYOUT,
            state: SettlementState.PAYING,
            payouts,
            pool: POOL,
          },
        },
      }),
    paid: (position: number) =>
      make({
        case: "payoutPaid",
        value: {
          tournamentId,
          position,
          payout: { ...gamer(), rank: 1, amount: POOL, transferId: newId(), payTime: MOMENT },
        },
      }),
  };
}
