import { driverError } from "@tms/kit/database/errors";
import { transaction } from "@tms/kit/database/transaction";
import { isTransient } from "@tms/kit/errors/transient";
import { stageEvents } from "@tms/kit/events/stage";
import { continueTrace, SpanKind } from "@tms/kit/tracing/spans";
import type { Context } from "./context.ts";
import { recordFailure, type SettlementRow } from "./db/settlements.ts";
import { BeyondRepairError, NotYetError, TakenOverError } from "./errors.ts";
import { settlementEvent } from "./messages.ts";
import { begin, createInputs, pay, plan, record, type Inputs } from "./steps.ts";

/**
 * Runs a settlement until it is done. Does nothing if the settlement is not due or another worker has it.
 * After a failure, schedules a retry or marks the settlement dead. Throws if the claim or this change fails.
 */
export async function settle(context: Context, tournamentId: string) {
  const claimed = await context.queries.claim({ tournamentId });
  if (claimed === undefined) return;
  const attributes = { "tms.tournament_id": tournamentId, "tms.game_id": claimed.gameId };
  const span = () => ({ kind: SpanKind.CONSUMER, attributes });
  await continueTrace(claimed.traceContext, "settle", span, () => settleClaimed(context, claimed));
}

async function settleClaimed(context: Context, claimed: SettlementRow) {
  const { tournamentId } = claimed;
  const inputs = createInputs(context, claimed);
  let settlement: SettlementRow = claimed;
  try {
    while (settlement.state !== "done") {
      const next = await takeStep(context, settlement, inputs);
      if (next === undefined) throw new TakenOverError("another worker completed the step first");
      settlement = next;
    }
    context.log.info({ tournamentId, kind: settlement.kind }, "tournament settled");
  } catch (error) {
    if (!(error instanceof TakenOverError)) return await fail(context, settlement, error);
    const { message: reason } = error;
    context.log.info({ tournamentId, reason }, "another worker took over the settlement");
  }
}

async function takeStep(context: Context, settlement: SettlementRow, inputs: Inputs) {
  switch (settlement.state) {
    case "scheduled":
      return await begin(context, settlement, inputs);
    case "planning":
      return await plan(context, settlement, inputs);
    case "paying":
      await pay(context, settlement);
      return await record(context, settlement, inputs);
    case "done":
      return settlement;
    default:
      return settlement.state satisfies never;
  }
}

// At the longest pause, this many failures take about seven days.
const MAX_FAILURES = 10_000;
// The number of failures other than outages that makes a settlement dead, because retries do not help.
const MAX_DEFECTS = 20;
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 60_000;

async function fail(context: Context, settlement: SettlementRow, error: unknown) {
  const { tournamentId } = settlement;
  const failures = settlement.failures + 1;
  const isOutage = error instanceof NotYetError || isTransient(error);
  const defects = settlement.defects + (isOutage ? 0 : 1);
  const isDead =
    error instanceof BeyondRepairError || failures >= MAX_FAILURES || defects >= MAX_DEFECTS;
  const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 20));
  // The message of a failed query is its SQL. The error of the driver has the reason.
  const cause = driverError(error);
  const text = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  const level = isDead ? "error" : "warn";
  context.log[level]({ err: error, tournamentId, dead: isDead }, "settlement failed");
  await transaction(context.db, "settlement.record-failure", async (tx) => {
    const failure = { ...settlement, error: text, defects, pauseMs, isDead };
    const row = await recordFailure(tx, failure);
    if (row && isDead) await stageEvents(tx, [settlementEvent("settlementFailed", row)]);
  });
}
