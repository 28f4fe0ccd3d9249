import { Code, ConnectError } from "@connectrpc/connect";
import { Counter, Histogram } from "prom-client";
import { SECONDS } from "./buckets.ts";

// Named as gRPC's middlewares of other languages name theirs, so that dashboards made for those work.
const BY_METHOD = ["grpc_service", "grpc_method"] as const;

/** Counts and times the calls that a process serves, or those that it makes. */
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
    /** Counts from 0 what a call may come to: a rate sees only what grows, not what appears as 1. */
    expect(service: string, method: string): void {
      for (const grpc_code of ["OK", "Internal"])
        handled.inc({ grpc_service: service, grpc_method: method, grpc_code }, 0);
    },
    /** Takes a call into account that ended now; without an error it went well. */
    ended(service: string, method: string, startedAt: number, error?: unknown): void {
      const labels = { grpc_service: service, grpc_method: method };
      handled.inc({ ...labels, grpc_code: error === undefined ? "OK" : codeOf(error) });
      seconds.observe(labels, (performance.now() - startedAt) / 1_000);
    },
  };
}

const codeOf = (error: unknown): string => Code[ConnectError.from(error).code];
