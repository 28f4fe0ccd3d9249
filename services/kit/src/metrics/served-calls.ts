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
      // Nobody reads a stream on whose caller has left, so that only the signal tells of its end.
      request.signal.addEventListener("abort", () => end(request.signal.reason), { once: true });
      return { ...response, message: untilEnd(response.message, end) };
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
