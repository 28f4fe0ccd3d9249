import { tracingChannel } from "node:diagnostics_channel";
import { inSpan, SpanKind, type SpanOptions } from "../tracing/spans.ts";

/**
 * The name of a durable write: its service or mechanism, and the verb of the change, such as `game.rename`.
 * test/faults kills a process before and after each of them.
 */
export type FaultPoint = `${string}.${string}`;

/** The diagnostics channels: `tracing:tms.fault-point:start`, `tracing:tms.call:asyncEnd` and so on. */
export const CHANNELS = { faultPoint: "tms.fault-point", call: "tms.call" } as const;

export interface FaultPointTrace {
  faultPoint: FaultPoint;
}

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
      // A query of the query builder runs each time it is awaited. The async function awaits it once.
      faultPoints.tracePromise(async () => await work(), { faultPoint }),
  );

const IN_REDIS = /^(gateway\.|settlement\.enqueue$)/;

export const databaseSpan = (faultPoint: FaultPoint): SpanOptions => ({
  kind: SpanKind.CLIENT,
  attributes: { "db.system.name": IN_REDIS.test(faultPoint) ? "redis" : "postgresql" },
});

/** Makes a call to another service, and announces it. A streamed call ends when its response begins. */
export const traceCall = <T>(rpc: string, work: () => Promise<T>): Promise<T> =>
  inSpan(
    rpc,
    () => callSpan(SpanKind.CLIENT, rpc),
    () => calls.tracePromise(work, { rpc }),
  );

export const callSpan = (kind: SpanKind, rpc: string): SpanOptions => ({
  kind,
  attributes: { "rpc.system.name": "connectrpc", "rpc.method": rpc },
});
