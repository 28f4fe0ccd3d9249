import type { DescService } from "@bufbuild/protobuf";
import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { tracingChannel } from "node:diagnostics_channel";
import { Counter, Histogram, type Metric, type Registry } from "prom-client";
import { isOpen } from "../callers/gate.ts";
import { CHANNELS, type CallTrace } from "../process/fault-points.ts";
import { SECONDS } from "./buckets.ts";

// The gRPC middlewares of other languages use the same names, so that their dashboards work here.
const BY_METHOD = ["grpc_service", "grpc_method"] as const;

/** Creates the metrics of the calls that a process serves or makes. */
export function grpcMetrics(side: "server" | "client") {
  const did = side === "server" ? "served" : "made";
  const handled = new Counter({
    name: `grpc_${side}_handled_total`,
    help: `Calls ${did}, by status code`,
    labelNames: [...BY_METHOD, "grpc_code"],
    registers: [],
  });
  const seconds = new Histogram({
    name: `grpc_${side}_handling_seconds`,
    help: `Duration of calls ${did}`,
    labelNames: [...BY_METHOD],
    buckets: SECONDS,
    registers: [],
  });
  return {
    all: [handled, seconds],
    /** Starts counters at 0, because a rate does not see a series that appears with 1. */
    expect(service: string, method: string): void {
      for (const grpc_code of ["OK", "Internal"])
        handled.inc({ grpc_service: service, grpc_method: method, grpc_code }, 0);
    },
    /** Counts a call that has ended. */
    ended(service: string, method: string, startedAt: number, error?: unknown): void {
      const labels = { grpc_service: service, grpc_method: method };
      handled.inc({ ...labels, grpc_code: error === undefined ? "OK" : codeOf(error) });
      seconds.observe(labels, (performance.now() - startedAt) / 1_000);
    },
  };
}

const codeOf = (error: unknown): string => Code[ConnectError.from(error).code];

/**
 * Returns metrics that count and time the calls of this process to other services. A call with its retries is
 * one call.
 */
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

/** Returns an interceptor that counts and times served calls, without health checks and reflection. */
export function countServedCalls(metrics: Registry, services: readonly DescService[]): Interceptor {
  const calls = grpcMetrics("server");
  for (const metric of calls.all) metrics.registerMetric(metric);
  for (const service of services)
    for (const method of service.methods) calls.expect(service.typeName, method.name);
  return (next) => async (request) => {
    const { service, method } = request;
    if (isOpen(service)) return await next(request);
    const startedAt = performance.now();
    let isOver = false;
    const end = (error?: unknown) => {
      if (!isOver) calls.ended(service.typeName, method.name, startedAt, error);
      isOver = true;
    };
    try {
      const response = await next(request);
      if (!response.stream) {
        end();
        return response;
      }
      // If the caller has left, only the signal reports the end of a stream.
      request.signal.addEventListener("abort", () => end(request.signal.reason), { once: true });
      return { ...response, message: untilEnd(response.message, end) };
    } catch (error) {
      end(error);
      throw error;
    }
  };
}

/** Yields the messages of a stream, and reports how the stream ended. */
async function* untilEnd<T>(messages: AsyncIterable<T>, end: (error?: unknown) => void) {
  try {
    yield* messages;
  } catch (error) {
    end(error);
    throw error;
  }
  end();
}
