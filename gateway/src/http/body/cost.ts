import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Spend } from "../limits/rate-limits.ts";

const UNIT_BYTES = 1_024;
// At this price, the default allowance of a key pays for a tenth of the event loop's time.
const UNITS_PER_MS = 10;
const COST = Symbol("bodyCost");

interface Cost {
  /** Units paid before the body arrived. */
  prepaid: number;
  /** The processor time, in milliseconds, when reading began. */
  readingSince: number | undefined;
  bytes: number;
}

/**
 * Charges bodies of 1 KiB or more. Each full KiB costs one unit before the body arrives. Each full
 * millisecond of processor time to parse and validate the body then costs ten units. A body of unknown length
 * is first charged as the largest allowed body. The difference is refunded later.
 */
export function bodyCosts(app: FastifyInstance, spend: Spend): void {
  app.decorateRequest(COST, null);
  app.addHook("preParsing", (request, reply, _payload, done) => {
    const prepaid = Math.floor(mostBytes(request) / UNIT_BYTES);
    if (prepaid > 0) {
      request.setDecorator<Cost>(COST, { prepaid, readingSince: undefined, bytes: 0 });
      spend(request, reply, prepaid);
    }
    done();
  });
  const settle = (request: FastifyRequest, reply: FastifyReply): void => {
    const cost = request.getDecorator<Cost | null>(COST);
    if (cost?.readingSince === undefined) return;
    request.setDecorator(COST, null);
    const ms = Math.floor(processorMs() - cost.readingSince);
    const units = Math.floor(cost.bytes / UNIT_BYTES);
    spend(request, reply, units - cost.prepaid + (units > 0 ? ms * UNITS_PER_MS : 0));
  };
  app.addHook("preHandler", (request, reply, done) => {
    settle(request, reply);
    done();
  });
  app.addHook("onError", (request, reply, _error, done) => {
    settle(request, reply);
    done();
  });
}

export function beginReading(request: FastifyRequest, bytes: number): void {
  const cost = request.getDecorator<Cost | null>(COST);
  if (cost !== null) Object.assign(cost, { bytes, readingSince: processorMs() });
}

// Only the time of this thread counts, so that a busy machine does not make a body more expensive.
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function mostBytes(request: FastifyRequest): number {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  if (coding !== undefined) return request.routeOptions.bodyLimit;
  const bytes = Number(length ?? 0);
  return bytes < UNIT_BYTES ? 0 : Math.min(bytes, request.routeOptions.bodyLimit);
}
