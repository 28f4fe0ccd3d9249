import { driverError } from "@tms/kit/database/errors";
import { isTransient } from "@tms/kit/errors/transient";
import type { Context } from "./context.ts";
import { noteFailure } from "./changes.ts";
import type { SettlementRow } from "./db/settlements.ts";
import { BeyondRepairError, NotYetError, TakenOverError } from "./errors.ts";
import { inputsOf, type Inputs } from "./steps/inputs.ts";
import { begin } from "./steps/begin.ts";
import { pay } from "./steps/pay.ts";
import { plan } from "./steps/plan.ts";
import { record } from "./steps/record.ts";

/**
 * Works on a settlement until it is done, if it is due and nobody else is at it. Progress
 * lives in Postgres: every step may be interrupted anywhere and made again. A failure is
 * recorded and repeated later with growing pauses, or left to an operator; it is thrown only where it
 * cannot be recorded, and then the end of the lease has the settlement taken up again.
 * A worker that was slow and finds another at its settlement leaves it to that one.
 */
export async function settle(context: Context, tournamentId: string): Promise<void> {
  const claimed = await context.queries.claim(tournamentId);
  if (claimed === undefined) return;
  const inputs = inputsOf(context, claimed);
  let settlement = claimed;
  try {
    while (settlement.state !== "done") {
      const next = await takeStep(context, settlement, inputs);
      if (next === undefined) throw new TakenOverError("another worker completed the step first");
      settlement = next;
    }
    context.log.info({ tournamentId, kind: settlement.kind }, "tournament settled");
  } catch (error) {
    if (!(error instanceof TakenOverError)) return await fail(context, settlement, error);
    context.log.info(
      { tournamentId, reason: error.message },
      "another worker took over the settlement",
    );
  }
}

/** Takes the next step; undefined when another worker has taken it. */
async function takeStep(
  context: Context,
  settlement: SettlementRow,
  inputs: Inputs,
): Promise<SettlementRow | undefined> {
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

// Some seven days at the longest pause: an outage is waited out.
const OUTAGE_LIMIT = 10_000;
// Anything else that fails so often, outages aside, will not mend itself.
const DEFECT_LIMIT = 20;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 60_000;

async function fail(context: Context, settlement: SettlementRow, error: unknown): Promise<void> {
  const tournamentId = settlement.tournamentId;
  const failures = settlement.failures + 1;
  const outage = error instanceof NotYetError || isTransient(error);
  const defects = settlement.defects + (outage ? 0 : 1);
  const dead =
    error instanceof BeyondRepairError || failures >= OUTAGE_LIMIT || defects >= DEFECT_LIMIT;
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 20));
  // The message of a failed query is its SQL; the cause says why it failed.
  const cause = driverError(error);
  const text = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  context.log[dead ? "error" : "warn"]({ err: error, tournamentId, dead }, "settlement failed");
  await noteFailure(context.db, settlement, { text, defects, pauseMs, dead });
}
