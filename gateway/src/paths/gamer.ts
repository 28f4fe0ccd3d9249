import type { Gamer } from "@tms/proto/tms/entry/v1/entry";
import { Mode, type Game } from "@tms/proto/tms/game/v1/game";
import type { FastifyRequest } from "fastify";
import { principalOf } from "../auth/principal.ts";
import type { Clients } from "../clients.ts";
import { within } from "../http/deadline.ts";

/** A request whose path names a gamer. */
type HandleRequest = Pick<FastifyRequest<{ Params: { handle: string } }>, "params"> &
  FastifyRequest;

/** Reads the gamer that a path names. Throws GAMER_NOT_FOUND. */
export async function getGamer(entry: Clients["entry"], request: HandleRequest): Promise<Gamer> {
  const { game } = principalOf(request);
  const { handle } = request.params;
  const { gamer } = await entry.getGamer({ gameId: game.id, handle }, within(request));
  return presentGamer(gamer);
}

/** A gamer that a reply must hold. */
export function presentGamer(gamer: Gamer | undefined): Gamer {
  if (gamer === undefined) throw new Error("the entry service returned no gamer");
  return gamer;
}

/** Whether a game is a test environment, by whose clock its gamers are made. */
export const isTest = ({ mode }: Game): boolean => mode === Mode.TEST;
