import type { Game } from "@tms/proto/tms/game/v1/game";
import type { FastifyRequest } from "fastify";
import type { App } from "../app-type.ts";

const CALLER = Symbol("caller");

/** Whose request it is. */
export interface Caller {
  game: Game;
  apiKeyId: string;
}

/** Makes room for a request's caller. */
export const callers = (app: App): void => void app.decorateRequest(CALLER, null);

/** Says whose request it is. */
export const setCaller = (request: FastifyRequest, caller: Caller): void =>
  request.setDecorator<Caller>(CALLER, caller);

/** Whose request it is. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callerIfKnown(request);
  if (caller === null) throw new Error("a route that needs a caller is outside authentication");
  return caller;
}

/** The same, where requests without a key are let in as well. */
export const callerIfKnown = (request: FastifyRequest): Caller | null =>
  request.getDecorator(CALLER);
