import type { FastifyRequest } from "fastify";
import { createKeyCache, type Caller } from "../auth/key-cache.ts";
import { presentedDigest } from "../auth/credentials.ts";
import type { App } from "../app.ts";
import type { Clients } from "../clients.ts";
import { ProblemError } from "../problems/problem-error.ts";
import type { CountAddress } from "./limits.ts";

const CALLER = Symbol("caller");

/** Makes room for a request's caller. */
export const callers = (app: App): void => void app.decorateRequest(CALLER, null);

/**
 * Lets only requests with a live API key in, before their body is read. Whatever is refused
 * counts against its address, so that keys cannot be tried out.
 */
export function authentication(app: App, { game }: Clients, countAddress: CountAddress): void {
  const callerOfDigest = createKeyCache(game);
  app.addHook("onRequest", async (request, reply) => {
    let counted = false;
    const admit = async () => {
      if (!counted) await countAddress(request, reply);
      counted = true;
    };
    try {
      const digest = presentedDigest(request.headers);
      request.setDecorator<Caller>(CALLER, await callerOfDigest(digest, admit));
    } catch (error) {
      if (error instanceof ProblemError && error.problem !== "RATE_LIMITED") await admit();
      throw error;
    }
  });
}

/** Whose request it is. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callerIfKnown(request);
  if (caller === null) throw new Error("a route that needs a caller is outside authentication");
  return caller;
}

/** The same, where requests without a key are let in as well. */
export const callerIfKnown = (request: FastifyRequest): Caller | null =>
  request.getDecorator(CALLER);
