import { tracingChannel } from "node:diagnostics_channel";
import { inSpan, SpanKind, type SpanOptions } from "../tracing/spans.ts";

/**
 * The name of a durable write: its service or mechanism, and the verb of the change, such as `game.rename`.
 * test/faults kills a process before and after each write.
 */
export type FaultPoint = `${string}.${string}`;

/** The names of tracing channels. The channel of an event is, for example, `tracing:tms.call:asyncEnd`. */
export const CHANNELS = { faultPoint: "tms.fault-point", call: "tms.call" } as const;

export interface FaultPointTrace {
  faultPoint: FaultPoint;
}

export interface CallTrace {
  /** The name of the RPC, such as `tms.wallet.v1.WalletService/BatchTransfer`. */
  rpc: string;
}

const faultPoints = tracingChannel<FaultPointTrace>(CHANNELS.faultPoint);
const calls = tracingChannel<CallTrace>(CHANNELS.call);

/** Runs a durable write and reports it to the tracing channel. In a sampled trace, the write has a span. */
export const traced = <T>(
  faultPoint: FaultPoint,
  work: () => Promise<T>,
  spanName: string = faultPoint,
): Promise<T> => {
  // The async function awaits `work` once, because a query of Drizzle runs each time it is awaited.
  const write = () => faultPoints.tracePromise(async () => await work(), { faultPoint });
  return inSpan(spanName, () => databaseSpan(faultPoint), write);
};

const IN_REDIS = /^(gateway\.|settlement\.enqueue$)/;

export const databaseSpan = (faultPoint: FaultPoint): SpanOptions => ({
  kind: SpanKind.CLIENT,
  attributes: { "db.system.name": IN_REDIS.test(faultPoint) ? "redis" : "postgresql" },
});

/** Makes and reports a call to another service. A streamed call ends when its response begins. */
export const traceCall = <T>(rpc: string, work: () => Promise<T>): Promise<T> => {
  const call = () => calls.tracePromise(work, { rpc });
  return inSpan(rpc, () => callSpan(SpanKind.CLIENT, rpc), call);
};

export const callSpan = (kind: SpanKind, rpc: string): SpanOptions => ({
  kind,
  attributes: { "rpc.system.name": "connectrpc", "rpc.method": rpc },
});
