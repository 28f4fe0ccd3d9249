import { tracingChannel } from "node:diagnostics_channel";

/**
 * Every durable step there is. Between any two of them a process may die: test/crash/points kills
 * it right before and right after each, and objects to a write without a name.
 */
export const STEPS = [
  "gateway.claim-key",
  "gateway.keep-answer",

  "game.create",
  "game.open",
  "game.issue-key",
  "game.revoke-key",

  "tournament.create",
  "tournament.update",
  "tournament.publish",
  "tournament.cancel",
  "tournament.complete",
  "tournament.begin-settlement",
  "tournament.abandon-settlement",
  "tournament.record-winners",
  "tournament.finish-settlement",

  "outbox.lease",
  "outbox.forget",
  "outbox.record-failure",

  "entry.create-gamer",
  "entry.open-book",
  "entry.take-seats",
  "entry.confirm",
  "entry.refuse",
  "entry.lease-pending",
  "entry.eliminate",
  "entry.close-book",
  "entry.rank-piece",
  "entry.freeze-ranking",

  "wallet.open-account",
  "wallet.post",
  "wallet.open-accounts",
  "wallet.disburse",
  "wallet.collect-fees",
  "wallet.close-account",

  "settlement.schedule",
  "settlement.schedule-refund",
  "settlement.enqueue",
  "settlement.claim",
  "settlement.renew-lease",
  "settlement.begin",
  "settlement.store-payouts",
  "settlement.plan",
  "settlement.record-payment",
  "settlement.finish",
  "settlement.record-failure",
  "settlement.revive",

  "retention.forget",
] as const;

/** The name of a durable step. */
export type Step = (typeof STEPS)[number];

/** The diagnostics channels: `tracing:tms.step:start`, `tracing:tms.call:asyncEnd` and so on. */
export const CHANNELS = { step: "tms.step", call: "tms.call" } as const;

/** What subscribers hear of a durable step. */
export interface StepTrace {
  step: Step;
}

/** What subscribers hear of a call to another service. */
export interface CallTrace {
  /** Such as `tms.wallet.v1.WalletService/Transfer`. */
  rpc: string;
}

const steps = tracingChannel<StepTrace>(CHANNELS.step);
const calls = tracingChannel<CallTrace>(CHANNELS.call);

/** Takes a durable step under its name. Costs next to nothing while nobody listens. */
export const durably = <T>(step: Step, work: () => Promise<T>): Promise<T> =>
  steps.tracePromise(work, { step });

/** Makes a call to another service under its name; one that is streamed ends as its answer begins. */
export const traceCall = <T>(rpc: string, work: () => Promise<T>): Promise<T> =>
  calls.tracePromise(work, { rpc });
