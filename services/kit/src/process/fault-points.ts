import { tracingChannel } from "node:diagnostics_channel";
import { inSpan, SpanKind, type SpanOptions } from "../tracing/spans.ts";

/**
 * The names of all durable writes. A process may die between any two writes. test/faults kills it immediately
 * before and after each write, and fails if a write has no name.
 */
export const FAULT_POINTS = [
  "gateway.claim-key",
  "gateway.keep-answer",

  "game.create",
  "game.open",
  "game.rename",
  "game.reset-test",
  "game.replace-test",
  "game.invite",
  "game.add-invitation-token",
  "game.mark-mailed",
  "game.issue-invitation",
  "game.withdraw-invitation",
  "game.accept-invitation",
  "game.change-member",
  "game.remove-member",
  "game.issue-key",
  "game.update-key",
  "game.roll-key",
  "game.revoke-key",
  "game.record-key-uses",
  "game.advance-clock",
  "game.record-told",
  "game.finish-advance",

  "tournament.create",
  "tournament.update",
  "tournament.update-metadata",
  "tournament.publish",
  "tournament.cancel",
  "tournament.complete",
  "tournament.begin-settlement",
  "tournament.abandon-settlement",
  "tournament.record-winners",
  "tournament.finish-settlement",
  "tournament.advance-clock",

  "outbox.lease",
  "outbox.forget",
  "outbox.record-failure",

  "event-out.forget",
  "events.record",
  "events.forget",
  "events.create-endpoint",
  "events.update-endpoint",
  "events.remove-endpoint",
  "events.roll-secret",
  "events.reveal-secret",
  "events.begin-test",
  "events.store-test",
  "events.retry-delivery",
  "events.start-replay",
  "events.stage-replay",
  "events.lease-dispatch",
  "events.store-outcomes",

  "entry.create-gamer",
  "entry.update-gamer",
  "entry.open-registration",
  "entry.take-seats",
  "entry.confirm",
  "entry.refuse",
  "entry.lease-pending",
  "entry.eliminate",
  "entry.disqualify",
  "entry.reinstate",
  "entry.record-scores",
  "entry.review-scores",
  "entry.close-registration",
  "entry.rank-piece",
  "entry.freeze-ranking",
  "entry.advance-clock",

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
  "settlement.advance-clock",

  "identity.sign-up",
  "identity.verify-email",
  "identity.sign-in",
  "identity.count-attempt",
  "identity.forgive-attempt",
  "identity.refresh-session",
  "identity.end-session",
  "identity.forgot-password",
  "identity.reset-password",
  "identity.start-device-code",
  "identity.poll-device-code",
  "identity.exchange-device-code",
  "identity.approve-device-code",
  "identity.update-user",
  "identity.rotate-signing-key",
  "identity.send-mail",
  "identity.keep-mail",

  "retention.forget",
  "resealing.store",
] as const;

export type FaultPoint = (typeof FAULT_POINTS)[number];

/** The diagnostics channels: `tracing:tms.fault-point:start`, `tracing:tms.call:asyncEnd` and so on. */
export const CHANNELS = { faultPoint: "tms.fault-point", call: "tms.call" } as const;

/** The message to subscribers about a durable write. */
export interface FaultPointTrace {
  faultPoint: FaultPoint;
}

/** The message to subscribers about a call to another service. */
export interface CallTrace {
  /** For example `tms.wallet.v1.WalletService/BatchTransfer`. */
  rpc: string;
}

const faultPoints = tracingChannel<FaultPointTrace>(CHANNELS.faultPoint);
const calls = tracingChannel<CallTrace>(CHANNELS.call);

/** Announces a durable write. In a trace, the write has a span. */
export const traced = <T>(
  faultPoint: FaultPoint,
  work: () => Promise<T>,
  spanName: string = faultPoint,
): Promise<T> =>
  inSpan(
    spanName,
    () => databaseSpan(faultPoint),
    () =>
      // `work` may return a query of the query builder, which runs each time it is awaited. The async function
      // awaits it once, so that tracing awaits a promise.
      faultPoints.tracePromise(async () => await work(), { faultPoint }),
  );

const IN_REDIS = /^(gateway\.|settlement\.enqueue$)/;

/** Returns the options of the span of a write or of a transaction. */
export const databaseSpan = (faultPoint: FaultPoint): SpanOptions => ({
  kind: SpanKind.CLIENT,
  attributes: { "db.system.name": IN_REDIS.test(faultPoint) ? "redis" : "postgresql" },
});

/**
 * Makes a call to another service, and publishes its start and its end on the diagnostics channel. A streamed
 * call ends when its response begins.
 */
export const traceCall = <T>(rpc: string, work: () => Promise<T>): Promise<T> =>
  inSpan(
    rpc,
    () => callSpan(SpanKind.CLIENT, rpc),
    () => calls.tracePromise(work, { rpc }),
  );

/** Returns the options of the span of a call. */
export const callSpan = (kind: SpanKind, rpc: string): SpanOptions => ({
  kind,
  attributes: { "rpc.system.name": "connectrpc", "rpc.method": rpc },
});
