import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Client } from "@connectrpc/connect";
import { singleFlight } from "@tms/kit/batching/shared-calls";
import type { Db } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { DomainError } from "@tms/kit/errors/domain-error";
import type { Logger } from "@tms/kit/process/log";
import { startLoop, type Loop } from "@tms/kit/process/loop";
import { originOfItem } from "@tms/kit/rpc/origin";
import { SYSTEM } from "@tms/kit/values/actor";
import { FIRST_ID } from "@tms/kit/values/ids";
import type { EntryService } from "@tms/proto/tms/entry/v1/entry";
import type { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import type { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import {
  findUnfinished,
  listUnfinished,
  markReady,
  recordTargetSent,
  type ClockRow,
  type LockedClock,
} from "./db/clocks.ts";
import { stageChange } from "./messages.ts";

export type Target = { to: Date } | { byMs: number };

const MAX_YEARS = 2;

/**
 * Returns the advance to a target, or undefined if the clock has this target or a later one. Returns an error
 * if the time has passed or is over two years ahead. An advance in progress keeps its start. Pure.
 */
export function courseOf(clock: LockedClock, target: Target) {
  const { realNow, aheadMs, targetMs: known } = clock;
  const now = new Date(Number(realNow) + Number(aheadMs));
  const toAt = "to" in target ? target.to : new Date(Number(now) + target.byMs);
  if (toAt <= now) {
    const text = `The environment's clock already shows ${now.toISOString()}. Send a later time.`;
    return new DomainError("CLOCK_BACKWARDS", text);
  }
  if (toAt > inYears(realNow, MAX_YEARS)) return new DomainError("CLOCK_TOO_FAR");
  const targetMs = BigInt(Number(toAt) - Number(realNow));
  if (targetMs <= known) return undefined;
  return { fromAt: clock.fromAt ?? now, toAt, targetMs };
}

function inYears(moment: Date, years: number) {
  const later = new Date(moment);
  later.setUTCFullYear(moment.getUTCFullYear() + years);
  return later;
}

interface AdvanceContext {
  db: Db;
  entry: Client<typeof EntryService>;
  tournament: Client<typeof TournamentService>;
  settlement: Client<typeof SettlementService>;
}

/** A function that advances a clock and returns true if it is ready. Waits for settlements up to `waitMs`. */
export type ContinueAdvance = (gameId: string, waitMs: number) => Promise<boolean>;

// The limit of a call, not including the wait for settlements.
const CALL_LIMIT_MS = 3_000;
const MAX_WAIT_MS = 2_000;

/**
 * Creates the function that advances clocks. Concurrent calls for a clock share one run. Another process can
 * run the same advance at the same time, because each step can be repeated.
 */
export function createContinueAdvance(context: AdvanceContext): ContinueAdvance {
  const once = singleFlight<boolean>();
  return (gameId, waitMs) => once(gameId, () => takeSteps(context, gameId, waitMs));
}

/**
 * Sends the target of a clock to the services. The entry service comes first, and stops joins of tournaments
 * that end by the target. The tournament service then ends these tournaments, and the settlement service
 * settles them. When all of them are settled, the clock is ready.
 */
async function takeSteps(context: AdvanceContext, gameId: string, waitMs: number) {
  const clock = await findUnfinished(context.db, gameId);
  if (clock === undefined) return true;
  if (clock.state === "telling") await sendTarget(context, clock);
  // Messages to settlement are counted before settlements. A message that is delivered between the two counts
  // is then counted as a settlement.
  const { undelivered } = await context.tournament.advanceTournamentClock(
    { gameId, aheadMs: clock.targetMs },
    { timeoutMs: CALL_LIMIT_MS },
  );
  const unsettled = await advanceSettlements(context, clock, Math.min(waitMs, MAX_WAIT_MS));
  if (undelivered > 0 || unsettled > 0) return false;
  return await finish(context, clock);
}

async function sendTarget(context: AdvanceContext, clock: ClockRow) {
  const target = { gameId: clock.gameId, aheadMs: clock.targetMs };
  const limit = { timeoutMs: CALL_LIMIT_MS };
  await context.entry.advanceEntryClock(target, limit);
  await context.tournament.advanceTournamentClock(target, limit);
  await advanceSettlements(context, clock, 0);
  await recordTargetSent(context.db, clock);
}

/** Sends the target. Returns the number of settlements that are due by the target time and not settled. */
async function advanceSettlements(
  { settlement }: AdvanceContext,
  { gameId, targetMs: aheadMs, toAt }: ClockRow,
  waitMs: number,
) {
  if (toAt === null) throw new Error("an advance has no target time");
  const { unsettled } = await settlement.advanceSettlementClock(
    { gameId, aheadMs, untilTime: timestampFromDate(toAt), waitMs },
    { timeoutMs: CALL_LIMIT_MS + waitMs },
  );
  return unsettled;
}

/** Marks the clock as ready. Returns false if its target has changed or another call was first. */
async function finish({ db }: AdvanceContext, clock: ClockRow) {
  return await transaction(db, "game.finish-advance", async (tx) => {
    const ended = await markReady(tx, clock);
    const { gameId, fromAt, toAt, actor, restRequestId } = clock;
    if (!ended || fromAt === null || toAt === null) return false;
    const requested = { actor, requestId: restRequestId };
    const origin = originOfItem(requested, { actor: SYSTEM, requestId: null });
    const value = { fromTime: timestampFromDate(fromAt), toTime: timestampFromDate(toAt) };
    await stageChange(tx, gameId, origin, { case: "clockAdvanced", value });
    return true;
  });
}

const EVERY_MS = 1_000;
const AT_ONCE = 16;

type ClocksContext = { db: Db; log: Logger; continueAdvance: ContinueAdvance };

export function startClocks({ db, log, continueAdvance }: ClocksContext): Loop {
  let after = FIRST_ID;
  // `after` moves past advances that cannot continue yet, so that they do not delay the others.
  const step = async () => {
    const gameIds = await listUnfinished(db, after, AT_ONCE);
    const hasMore = gameIds.length === AT_ONCE;
    after = (hasMore && gameIds.at(-1)) || FIRST_ID;
    const rounds = await Promise.allSettled(gameIds.map((gameId) => continueAdvance(gameId, 0)));
    for (const [index, round] of rounds.entries())
      if (round.status === "rejected")
        log.warn({ err: round.reason, game: gameIds[index] }, "a clock advance is delayed");
    return hasMore;
  };
  return startLoop("clocks", EVERY_MS, step, log);
}
