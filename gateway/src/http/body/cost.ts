import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app-type.ts";
import type { Spend } from "../limits/rate-limits.ts";

const UNIT_BYTES = 1_024;
// A tenth of the event loop is what the default allowance buys, if all of it goes into bodies.
const UNITS_PER_MS = 10;
const COST = Symbol("bodyCost");

/** What a body costs, while it is not yet known in full. */
interface Cost {
  /** Units paid before the body came. */
  prepaid: number;
  /** Milliseconds of processor taken when it was here and reading it began. */
  readingSince: number | undefined;
  bytes: number;
}

/**
 * Has bodies of a KiB and more cost units of the caller's allowance: one for each full KiB, paid
 * before it is received, and ten for each full millisecond of processor that reading and checking it
 * keeps from everybody else. Without a length the largest body is paid, and given back what it lacked.
 */
export function bodyCosts(app: App, spend: Spend): void {
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

/** Says that a body is here and is going to be read. */
export function beginReading(request: FastifyRequest, bytes: number): void {
  const cost = request.getDecorator<Cost | null>(COST);
  if (cost !== null) Object.assign(cost, { bytes, readingSince: processorMs() });
}

// Of this thread alone: a busy machine makes nobody's body dearer.
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The bytes that a request's body can have at most, as far as its headers tell. */
function mostBytes(request: FastifyRequest): number {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  if (coding !== undefined) return request.routeOptions.bodyLimit;
  const bytes = Number(length ?? 0);
  return bytes < UNIT_BYTES ? 0 : Math.min(bytes, request.routeOptions.bodyLimit);
}
