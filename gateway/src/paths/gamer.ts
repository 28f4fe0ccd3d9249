import type { Gamer } from "@tms/proto/tms/entry/v1/entry";
import type { FastifyRequest } from "fastify";
import type { Clients } from "../clients.ts";
import { callerOf } from "../auth/principal.ts";
import { within } from "../http/deadline.ts";

/** A request whose path names a gamer. */
type HandleRequest = Pick<FastifyRequest<{ Params: { handle: string } }>, "params"> &
  FastifyRequest;

/** The handle a path names, in the form the services compare. */
export const handleOf = ({ params }: { params: { handle: string } }): string =>
  params.handle.normalize("NFC");

/** The gamer a path names; GAMER_NOT_FOUND when there is none. */
export async function findGamer(entry: Clients["entry"], request: HandleRequest): Promise<Gamer> {
  const { game } = callerOf(request);
  const { gamer } = await entry.getGamer(
    { gameId: game.id, handle: handleOf(request) },
    within(request),
  );
  return present(gamer);
}

/** A gamer that an answer must hold. */
export function present(gamer: Gamer | undefined): Gamer {
  if (gamer === undefined) throw new Error("the entry service answered without the gamer");
  return gamer;
}
