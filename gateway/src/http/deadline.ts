import type { CallOptions } from "@connectrpc/connect";
import { originHeaders } from "@tms/kit/rpc/origin";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Clients } from "../clients.ts";
import { originOf } from "../auth/principal.ts";
import { CallerGone } from "../problems/problem-error.ts";

// The time limit of all service calls of an operation together. Each call in auth/ has CALL_LIMIT instead.
const HANDLING_LIMIT_MS = 8_000;

const DEADLINE = Symbol("deadline");

/** Sets the deadline after the body has arrived, so that a slow upload does not shorten the handling. */
export function deadlines(app: FastifyInstance): void {
  app.decorateRequest(DEADLINE, 0);
  app.addHook("preHandler", async (request) => renewDeadline(request));
}

/** Gives a request the full time limit from now on, for example after a wait for an event. */
export const renewDeadline = (request: FastifyRequest): void =>
  request.setDecorator(DEADLINE, performance.now() + HANDLING_LIMIT_MS);

/** Returns the deadline of a request, on the clock of performance.now(). */
export const deadlineOf = (request: FastifyRequest): number => request.getDecorator(DEADLINE);

export const until = (deadlineAt: number): CallOptions => ({
  timeoutMs: Math.max(1, Math.floor(deadlineAt - performance.now())),
});

/** Returns the options of a service call for a request. Throws CallerGone if the caller has disconnected. */
export function within(request: FastifyRequest): CallOptions {
  if (request.raw.socket.destroyed) throw new CallerGone("UNAVAILABLE");
  return { ...until(deadlineOf(request)), headers: originHeaders(originOf(request)) };
}

type Method = (message: object, options?: CallOptions) => unknown;

const bind = <C extends object>(client: C, optionsOf: () => CallOptions): C =>
  new Proxy(client, {
    get: (_, name) => (message: object, options?: CallOptions) =>
      (Reflect.get(client, name) as Method)(message, { ...optionsOf(), ...options }),
  });

/** Returns clients that make each call with these options, unless the call has its own. */
export const bindClients = (clients: Clients, optionsOf: () => CallOptions): Clients =>
  new Proxy(clients, {
    get: (_, name: keyof Clients) => bind(clients[name], optionsOf),
  });
