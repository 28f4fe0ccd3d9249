import type { DescService } from "@bufbuild/protobuf";
import type { Interceptor } from "@connectrpc/connect";
import { isOpen } from "../callers/gate.ts";
import { grpcMetrics } from "./grpc.ts";
import { addMetrics, type Metrics } from "./registry.ts";

/** Counts and times the calls of its services that a server serves; health and reflection are left out. */
export function countServedCalls(metrics: Metrics, services: readonly DescService[]): Interceptor {
  const calls = grpcMetrics("server");
  addMetrics(metrics, calls.all);
  for (const service of services)
    for (const method of service.methods) calls.expect(service.typeName, method.name);
  return (next) => async (request) => {
    const { service, method } = request;
    if (isOpen(service)) return await next(request);
    const startedAt = performance.now();
    const end = (error?: unknown) => calls.ended(service.typeName, method.name, startedAt, error);
    try {
      const response = await next(request);
      if (response.stream) return { ...response, message: untilEnd(response.message, end) };
      end();
      return response;
    } catch (error) {
      end(error);
      throw error;
    }
  };
}

/** Passes the messages of a stream on, and tells how it ended. */
async function* untilEnd<T>(messages: AsyncIterable<T>, end: (error?: unknown) => void) {
  try {
    yield* messages;
  } catch (error) {
    end(error);
    throw error;
  }
  end();
}
