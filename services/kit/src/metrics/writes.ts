import { tracingChannel } from "node:diagnostics_channel";
import { Histogram } from "prom-client";
import { CHANNELS, type FaultPointTrace } from "../process/fault-points.ts";
import { SECONDS } from "./buckets.ts";

/** Times the durable writes of this process, by their names. Those that failed are counted apart. */
export function timeWrites(): Histogram {
  const seconds = new Histogram({
    name: "tms_write_seconds",
    help: "Duration of durable writes, by fault point and outcome",
    labelNames: ["write", "outcome"],
    buckets: SECONDS,
    registers: [],
  });
  const begun = new WeakMap<FaultPointTrace, number>();
  const ended = (trace: FaultPointTrace & { error?: unknown }) => {
    const since = begun.get(trace);
    if (since === undefined) return;
    const outcome = trace.error === undefined ? "done" : "failed";
    seconds.observe({ write: trace.faultPoint, outcome }, (performance.now() - since) / 1_000);
  };
  const channel = tracingChannel<FaultPointTrace>(CHANNELS.faultPoint);
  channel.start.subscribe((trace) => void begun.set(trace as FaultPointTrace, performance.now()));
  channel.asyncEnd.subscribe((trace) => ended(trace as FaultPointTrace));
  return seconds;
}
