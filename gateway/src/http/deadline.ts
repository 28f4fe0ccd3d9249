import type { CallOptions } from "@connectrpc/connect";
import { originHeaders } from "@tms/kit/rpc/origin";
import type { FastifyRequest } from "fastify";
import type { App } from "../app-type.ts";
import type { Clients } from "../clients.ts";
import { originOf } from "../auth/principal.ts";
import { CallerGone } from "../problems/problem-error.ts";

// With the two seconds of auth/call-limit.ts, services have ten for one request.
const HANDLING_LIMIT_MS = 8_000;

const DEADLINE = Symbol("deadline");

/** Gives every request a deadline for the answers of services. */
export function deadlines(app: App): void {
  app.decorateRequest(DEADLINE, 0);
  // It starts when the body has arrived, so that a slow upload does not use it up.
  app.addHook("preHandler", async (request) => renewDeadline(request));
}

/**
 * Gives a request its whole time again: after it has waited for something to happen, which nobody
 * works on meanwhile.
 */
export const renewDeadline = (request: FastifyRequest): void =>
  request.setDecorator(DEADLINE, performance.now() + HANDLING_LIMIT_MS);

/** A request's deadline, on the clock of performance.now(). */
export const deadlineOf = (request: FastifyRequest): number => request.getDecorator(DEADLINE);

/** The options of a call to a service: the time left until a deadline. */
export const until = (deadlineAt: number): CallOptions => ({
  timeoutMs: Math.max(1, Math.floor(deadlineAt - performance.now())),
});

/**
 * The options of a call to a service: the time left until the request's deadline, and its origin. Throws
 * CallerGone for a request whose caller has hung up: what it has not done yet is for its repeat to do,
 * which may be refused before this one would have got there.
 */
export function within(request: FastifyRequest): CallOptions {
  if (request.raw.socket.destroyed) throw new CallerGone();
  return { ...until(deadlineOf(request)), headers: originHeaders(originOf(request)) };
}

type Method = (message: object, options?: CallOptions) => unknown;

const bind = <C extends object>(client: C, request: FastifyRequest): C =>
  new Proxy(client, {
    get: (_, name) => (message: object, options?: CallOptions) =>
      (Reflect.get(client, name) as Method)(message, { ...within(request), ...options }),
  });

/** Returns clients that make each call with the options of {@link within}. */
export const clientsOf = (request: FastifyRequest, clients: Clients): Clients =>
  new Proxy(clients, {
    get: (_, name: keyof Clients) => bind(clients[name], request),
  });
