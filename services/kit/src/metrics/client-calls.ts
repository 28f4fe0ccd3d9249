import { tracingChannel } from "node:diagnostics_channel";
import type { Metric } from "prom-client";
import { CHANNELS, type CallTrace } from "../process/fault-points.ts";
import { grpcMetrics } from "./grpc.ts";

/** Counts and times the calls of this process to other services, each with all its repeats as one. */
export function countClientCalls(): Metric[] {
  const metrics = grpcMetrics("client");
  const begun = new WeakMap<CallTrace, number>();
  const channel = tracingChannel<CallTrace>(CHANNELS.call);
  channel.start.subscribe((trace) => void begun.set(trace as CallTrace, performance.now()));
  channel.asyncEnd.subscribe((message) => {
    const trace = message as CallTrace & { error?: unknown };
    const since = begun.get(trace);
    if (since === undefined) return;
    const [service = "", method = ""] = trace.rpc.split("/");
    metrics.ended(service, method, since, trace.error);
  });
  return metrics.all;
}
